import { createHash } from "node:crypto";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { ZipEntry } from "./zip.ts";

/** Files of the repository root that affect the build: packages, their versions and how they are resolved. */
const AT_THE_ROOT = [
  "LICENSE",
  "package.json",
  "package-lock.json",
  ".npmrc",
  "tsconfig.base.json",
  "tsconfig.json",
];
/** Files of the contract that the extension reads and the server's build writes. */
const CONTRACT = ["contract/problems.json", "contract/search-engines.json"];
const START = "clients/extension";
const GUIDE = `${START}/SOURCES.md`;
/** Build output and private files. No name that starts with a dot is a source. */
const LEFT_OUT = /^(?:node_modules|dist|test-results|\..*)$/;

interface Package {
  name: string;
  folder: string;
  dependencies: readonly string[];
}

/**
 * Returns the source archive that Mozilla asks for beside a bundled package: everything in it that is not
 * from the registry, with build instructions. `npm ci` needs every workspace; those that the package does not
 * use are included as their `package.json` only.
 */
export function sourcesOf(repository: string, made: { name: string; bytes: Uint8Array }): ZipEntry[] {
  const packages = workspaces(repository);
  const needed = closure(packages);
  const names = new Set([
    ...AT_THE_ROOT,
    ...CONTRACT,
    ...packages.flatMap((one) =>
      needed.has(one.name) ? filesIn(repository, one.folder) : [`${one.folder}/package.json`],
    ),
  ]);
  const guide = readFileSync(join(repository, GUIDE), "utf8")
    .replaceAll("PACKAGE", made.name)
    .replace("SHA256", createHash("sha256").update(made.bytes).digest("hex"));
  return [
    { name: "README.md", content: Buffer.from(guide) },
    ...[...names].map((name) => ({ name, content: readFileSync(join(repository, name)) })),
  ];
}

/** Runs `build` on only these sources in a separate folder; only npm's installed packages are shared. */
export function withSources<Result>(
  entries: readonly ZipEntry[],
  repository: string,
  build: (folder: string) => Result,
): Result {
  const folder = mkdtempSync(join(tmpdir(), "ensemble-sources-"));
  try {
    for (const { name, content } of entries) {
      mkdirSync(join(folder, dirname(name)), { recursive: true });
      writeFileSync(join(folder, name), content);
    }
    linkInstalled(join(repository, "node_modules"), folder);
    return build(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * Links the packages like `npm ci` does: our own packages point to the sources here, not to their originals.
 */
function linkInstalled(installed: string, folder: string): void {
  const here = join(folder, "node_modules");
  mkdirSync(join(here, "@ensemble"), { recursive: true });
  for (const name of readdirSync(installed))
    if (name !== "@ensemble") symlinkSync(join(installed, name), join(here, name));
  for (const { name, folder: own } of workspaces(folder)) symlinkSync(join(folder, own), join(here, name));
}

function workspaces(repository: string): Package[] {
  const { workspaces: patterns } = readPackage(repository, ".") as unknown as { workspaces: string[] };
  return patterns.flatMap((pattern) => {
    const parent = pattern.replace(/\/\*$/, "");
    return readdirSync(join(repository, parent), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => `${parent}/${entry.name}`)
      .filter((folder) => readdirSync(join(repository, folder)).includes("package.json"))
      .map((folder) => {
        const { name, dependencies = {} } = readPackage(repository, folder);
        return { name, folder, dependencies: Object.keys(dependencies) };
      });
  });
}

function readPackage(
  repository: string,
  folder: string,
): { name: string; dependencies?: Record<string, string> } {
  return JSON.parse(readFileSync(join(repository, folder, "package.json"), "utf8"));
}

/** Returns the names of the workspace packages that the extension depends on. */
function closure(packages: readonly Package[]): Set<string> {
  const found = new Set<string>();
  const visit = ({ name, dependencies }: Package): void => {
    if (found.has(name)) return;
    found.add(name);
    for (const one of packages) if (dependencies.includes(one.name)) visit(one);
  };
  const first = packages.find(({ folder }) => folder === START);
  if (!first) throw new Error(`no package in ${START}`);
  visit(first);
  return found;
}

function filesIn(repository: string, folder: string): string[] {
  return readdirSync(join(repository, folder), { withFileTypes: true })
    .filter(({ name }) => !LEFT_OUT.test(name))
    .flatMap((entry) => {
      const path = `${folder}/${entry.name}`;
      return entry.isDirectory() ? filesIn(repository, path) : [path];
    })
    .sort();
}
