// Builds the packages for the three browsers' stores, reproducibly, and the source archive for Mozilla; fails
// if one is too large or requests too many permissions. `--lint` also builds the one for Firefox from its source
// archive only, which must give the same bytes, and runs Mozilla's linter.
import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { sourcesOf, withSources } from "./sources.ts";
import { zipOf } from "./zip.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const repository = join(root, "../..").replace(/\/$/, "");
const packages = join(root, "dist/packages");
const BROWSERS = ["chrome", "edge", "firefox"] as const;
/** Issue "One product in every client": package under 1.5 MB. */
const PACKAGE_MAX_BYTES = 1_500_000;
/** Size limit of the script that runs in every allowed page. */
const RESIDENT_MAX_BYTES = 23_000;
/** Size limit, gzipped, of the script that is injected into a page on first use. */
const INTERFACE_MAX_GZIPPED_BYTES = 110_000;
const PERMISSIONS = new Set(["activeTab", "contextMenus", "scripting", "storage", "sidePanel"]);

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true })
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? filesIn(path) : [path];
    })
    .sort();

interface Manifest {
  version: string;
  permissions?: string[];
  host_permissions?: string[];
  content_scripts?: unknown[];
  externally_connectable?: unknown;
  web_accessible_resources?: unknown[];
  content_security_policy: { extension_pages: string };
}

/** Fails if the manifest has permissions or entries it must not have (security EX1). */
function checkManifest({ permissions = [], host_permissions, ...manifest }: Manifest, browser: string): void {
  const more = permissions.filter((permission) => !PERMISSIONS.has(permission));
  if (more.length > 0) throw new Error(`${browser}: asks for ${more.join(", ")}`);
  if (host_permissions?.length) throw new Error(`${browser}: asks for sites at the start`);
  if (manifest.content_scripts?.length) throw new Error(`${browser}: runs in pages unasked`);
  if (manifest.web_accessible_resources?.length) throw new Error(`${browser}: shows its files to pages`);
  if (manifest.externally_connectable) throw new Error(`${browser}: lets others in`);
  if (/unsafe-|script-src[^;]*http/.test(manifest.content_security_policy.extension_pages))
    throw new Error(`${browser}: its content policy is not tight`);
}

/** Fails if the scripts for pages exceed their size limits. */
function checkPageScripts(folder: string, browser: string): void {
  const resident = readFileSync(join(folder, "resident.js")).byteLength;
  const shown = gzipSync(readFileSync(join(folder, "page-interface.js")), { level: 9 }).byteLength;
  process.stdout.write(
    `extension: ${browser} in pages ${resident} B of ${RESIDENT_MAX_BYTES} B, interface ${Math.ceil(shown / 1000)} kB of ${INTERFACE_MAX_GZIPPED_BYTES / 1000} kB gzipped\n`,
  );
  if (resident > RESIDENT_MAX_BYTES) throw new Error(`${browser}: the resident script is too large`);
  if (shown > INTERFACE_MAX_GZIPPED_BYTES) throw new Error(`${browser}: the interface in pages is too large`);
}

const run = (command: string, args: string[], cwd = root) =>
  execFileSync(join(cwd, "../../node_modules/.bin", command), args, {
    cwd,
    stdio: ["ignore", "pipe", "inherit"],
    encoding: "utf8",
  });

type Browser = (typeof BROWSERS)[number];

/** Builds one package from the sources in `from`; returns its version and bytes. */
function pack(browser: Browser, from = root): { version: string; bytes: Uint8Array } {
  run("wxt", ["build", "--browser", browser, "--level", "warn"], from);
  const folder = join(from, `dist/${browser}-mv3`);
  const manifest = JSON.parse(readFileSync(join(folder, "manifest.json"), "utf8")) as Manifest;
  checkManifest(manifest, browser);
  checkPageScripts(folder, browser);
  const entries = filesIn(folder).map((path) => ({
    name: relative(folder, path),
    content: readFileSync(path),
  }));
  for (const { name, content } of entries)
    if (content.includes(repository) || content.includes(from))
      throw new Error(`${browser}: ${name} says where it was built`);
  return { version: manifest.version, bytes: zipOf(entries) };
}

const save = (name: string, bytes: Uint8Array) => writeFileSync(join(packages, name), bytes);

rmSync(packages, { recursive: true, force: true });
mkdirSync(packages, { recursive: true });
const isChecked = process.argv.includes("--lint");
for (const browser of BROWSERS) {
  const { version, bytes } = pack(browser);
  const name = `ensemble-${browser}-${version}.zip`;
  const sources = browser === "firefox" ? sourcesOf(repository, { name, bytes }) : null;
  // The same source at another time and place: so anybody can verify that a package in a store was built from
  // it. One browser shows it for all three, which are built alike.
  if (isChecked && sources) {
    const again = withSources(sources, repository, (folder) =>
      pack(browser, join(folder, "clients/extension")),
    );
    if (Buffer.compare(bytes, again.bytes) !== 0)
      throw new Error(`${browser}: built twice, the package is not the same`);
  }
  save(name, bytes);
  if (sources) save(`ensemble-${browser}-${version}-sources.zip`, zipOf(sources));
  const size = bytes.byteLength;
  process.stdout.write(
    `extension: ${browser} ${Math.ceil(size / 1000)} kB of ${PACKAGE_MAX_BYTES / 1000} kB\n`,
  );
  if (size > PACKAGE_MAX_BYTES) throw new Error(`${browser}: the package is too large`);
}
// Mozilla's linter. For Chromium, a journey loads the packages for Chrome and Edge and reads the reported
// errors.
if (isChecked)
  process.stdout.write(
    run("web-ext", ["lint", "--source-dir", "dist/firefox-mv3", "--no-config-discovery", "--boring"]),
  );
