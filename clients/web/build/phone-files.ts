import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { readCatalog } from "@ensemble/i18n/read-catalog.ts";
import { build, type Plugin } from "vite";
import { type Bundle, chunksOf } from "./bundle.ts";
import { drawIcon, readMark } from "./draw-icon.ts";
import { ICONS, MANIFEST_LOCALES, type ManifestTexts, manifest, manifestFile } from "./manifest.ts";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const FEATURES = here("../../features");

/**
 * Files needed to read conversations and receive shared content: the shell's, and those that areas list as
 * `offline` in their `package.json`. Other files are cached when a page loads them.
 */
const NEEDED = [
  "/web/src/main.tsx",
  "/web/src/frame/Overlays.tsx",
  "/i18n/later-texts.ts",
  ...readdirSync(FEATURES).flatMap(offlineFiles),
];

function offlineFiles(area: string): string[] {
  const { offline = [] } = JSON.parse(readFileSync(`${FEATURES}/${area}/package.json`, "utf8")) as {
    offline?: string[];
  };
  return offline.map((file) => `/features/${area}/${file}`);
}

/** Builds the files of the installable app: icons, a manifest per language, and the service worker. */
export function phoneFiles(): Plugin {
  return {
    name: "phone-files",
    apply: "build",
    enforce: "post",
    async generateBundle(_options, bundle) {
      const emit = (fileName: string, source: string | Uint8Array) =>
        this.emitFile({ type: "asset", fileName, source });
      const mark = readMark(await readFile(here("../public/icon.svg"), "utf8"));
      for (const { file, look } of ICONS) emit(file, drawIcon(mark, look));
      for (const locale of MANIFEST_LOCALES) {
        const texts = { ...readCatalog(locale, "start"), ...readCatalog(locale, "frame") };
        const described = { ...texts, description: texts.app_description } as unknown as ManifestTexts;
        emit(manifestFile(locale), manifest(locale, described));
      }
      emit("sw.js", await workerScript(neededFiles(bundle as unknown as Bundle), Object.keys(bundle)));
    },
  };
}

/** Returns the addresses of the `NEEDED` files and their static imports. */
export function neededFiles(bundle: Bundle): string[] {
  const chunks = chunksOf(bundle);
  const starts = NEEDED.map((module) => {
    const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(module)));
    if (!chunk) throw new Error(`${module} is in no file of the build`);
    return chunk.fileName;
  });
  const found = new Set<string>();
  const visit = (name: string) => {
    const chunk = bundle[name];
    if (found.has(name) || chunk?.type !== "chunk") return;
    found.add(name);
    for (const css of chunk.viteMetadata?.importedCss ?? []) found.add(css);
    for (const next of chunk.imports) visit(next);
  };
  for (const name of starts) visit(name);
  return [...found].sort().map((name) => `/${name}`);
}

/** Bundles the worker as one script, because worker imports are not supported everywhere. */
async function workerScript(needed: string[], all: string[]): Promise<string> {
  const version = createHash("sha256").update(all.sort().join("\n")).digest("base64url").slice(0, 12);
  const made = await build({
    configFile: false,
    logLevel: "warn",
    publicDir: false,
    define: { __ENSEMBLE_BUILD__: JSON.stringify({ version, needed }) },
    build: {
      write: false,
      target: "es2022",
      modulePreload: false,
      rolldownOptions: {
        input: here("../src/worker/service-worker.ts"),
        output: { format: "iife", codeSplitting: false },
      },
    },
  });
  const files = [made].flat().flatMap((result) => ("output" in result ? result.output : []));
  const [script, ...more] = files.filter((file) => file.type === "chunk");
  if (!script || more.length > 0) throw new Error("the service worker is not one script");
  return script.code;
}
