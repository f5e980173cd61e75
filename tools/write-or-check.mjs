import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(fileURLToPath(import.meta.url), "../..");

/** Writes a generated file; with --check it fails where the file on disk is another one. */
export function writeOrCheck(name, text) {
  const file = join(root, name);
  if (!process.argv.includes("--check")) return writeFileSync(file, text);
  if (existsSync(file) && readFileSync(file, "utf8") === text) return;
  console.error(`${name} is not fresh: run \`npm run zones\` and commit the result.`);
  process.exit(1);
}
