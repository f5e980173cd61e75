// @vitest-environment node
import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const clients = fileURLToPath(new URL("../../", import.meta.url));

/** Matches static imports, without types and dynamic imports. */
const IMPORT = /^(?:import|export) (?!type\b)(?:[^;"]*? from )?"([^"]+)";/gm;

/** Returns the file of an import; null: a library, or not code. */
function fileOf(name: string, from: string): string | null {
  const own = /^@ensemble\/(feature-)?([^/]+)\/(.+)$/.exec(name);
  if (!own && !name.startsWith(".")) return null;
  const path = own
    ? join(clients, own[1] ? "features" : "", own[2] as string, own[3] as string)
    : resolve(dirname(from), name);
  return [".ts", ".tsx"].map((ending) => path + ending).find(existsSync) ?? null;
}

/** Returns the sources of the first script. */
function firstFiles(): Map<string, string> {
  const files = new Map<string, string>();
  const visit = (file: string) => {
    if (files.has(file)) return;
    const source = readFileSync(file, "utf8");
    files.set(file, source);
    for (const [, name] of source.matchAll(IMPORT)) {
      const next = fileOf(name as string, file);
      if (next) visit(next);
    }
  };
  visit(join(clients, "web/src/main.tsx"));
  return files;
}

// Any other text in the first script would delay the whole page.
test("the first page speaks with the texts that it is started with alone", () => {
  const files = firstFiles();
  expect(files.size, "the first script was walked through").toBeGreaterThan(80);
  const others = [...files].flatMap(([file, source]) =>
    [...source.matchAll(/^ +const .*\buseText\("(\w+)"\)/gm)]
      .filter(([, area]) => area !== "start")
      .map(([, area]) => `${file.slice(clients.length)}: ${area}`),
  );
  expect(others).toEqual([]);
});

// Manifests are part of the first script: a page that one of them imports at once would be, too.
test("manifests of areas bring no code but the first page's", () => {
  const manifests = globSync("features/*/{area,panel-area}.ts", { cwd: clients });
  expect(manifests.length).toBeGreaterThan(20);
  const code = manifests.flatMap((name) => {
    const file = join(clients, name);
    const imports = [...readFileSync(file, "utf8").matchAll(IMPORT)].map(([, to]) => to as string);
    return imports.filter((to) => fileOf(to, file)?.endsWith(".tsx")).map((to) => `${name}: ${to}`);
  });
  expect(new Set(code)).toEqual(
    new Set([
      "features/chat/area.ts: ./new-chat/NewChatScreen",
      "features/chat/panel-area.ts: ./new-chat/NewChatScreen",
    ]),
  );
});
