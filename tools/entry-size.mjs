// Fails when the first JavaScript (the entry and all it imports statically) is larger than the budget.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

/** Kilobytes (base 1000) gzipped: the figure of the Foundation issue. */
const BUDGET_KB = 170;

const dist = join(fileURLToPath(import.meta.url), "../../clients/web/dist");
const manifestFile = join(dist, ".vite/manifest.json");
if (!existsSync(manifestFile)) {
  console.error("No build to weigh: run `npm run build` first.");
  process.exit(1);
}
const manifest = JSON.parse(readFileSync(manifestFile, "utf8"));

const weigh = (start) => {
  const seen = new Set();
  const visit = (name) => {
    if (seen.has(name)) return;
    seen.add(name);
    for (const next of manifest[name].imports ?? []) visit(next);
  };
  for (const name of start) visit(name);
  const files = [...seen].map((name) => manifest[name].file).filter((file) => file.endsWith(".js"));
  const bytes = files.reduce((sum, file) => sum + gzipSync(readFileSync(join(dist, file))).length, 0);
  return { kb: bytes / 1000, count: files.length };
};

// The page says which script is first; a merged entry is not marked in the manifest.
const page = readFileSync(join(dist, "index.html"), "utf8");
const entries = Object.keys(manifest).filter((name) => {
  const { file } = manifest[name];
  return file.endsWith(".js") && page.includes(`/${file}"`);
});
if (entries.length === 0) {
  console.error("index.html loads no script of the manifest.");
  process.exit(1);
}
const first = weigh(entries);
console.log(
  `First JavaScript: ${first.kb.toFixed(1)} KB gzipped in ${first.count} files (at most ${BUDGET_KB}).`,
);

const screens = Object.keys(manifest).filter((name) => /src\/(pages|settings|frame)\/\w+\.tsx$/.test(name));
for (const name of screens) {
  const { kb } = weigh([...entries, name]);
  console.log(`  with ${name.replace(/^.*src\//, "")}: ${kb.toFixed(1)} KB`);
}
if (first.kb > BUDGET_KB) process.exit(1);
