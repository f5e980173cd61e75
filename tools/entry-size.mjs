// Fails if the JavaScript needed before one can type exceeds the budget.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

/** Kilobytes (base 1000) gzipped, until one can write in an empty chat: the figure of the Foundation issue. */
const BUDGET_KB = 170;
/** The texts of that page (`startTexts` in main.tsx). Everything else it shows comes after it is painted. */
const AREAS = ["start"];

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

// The page loads the first scripts; a merged entry is not marked in the manifest. It also lists the texts by locale.
const page = readFileSync(join(dist, "index.html"), "utf8");
const entries = Object.keys(manifest).filter((name) => {
  const { file } = manifest[name];
  return file.endsWith(".js") && page.includes(`="__BASE_PATH__/${file}"`);
});
if (entries.length === 0) {
  console.error("index.html loads no script of the manifest.");
  process.exit(1);
}
const first = weigh(entries);
console.log(`First JavaScript: ${first.kb.toFixed(1)} KB gzipped in ${first.count} files.`);

// Each locale has its own texts; the longest counts.
const locales = [...new Set(Object.keys(manifest).map((name) => /locales\/([^/]+)\//.exec(name)?.[1]))]
  .filter((locale) => locale !== undefined)
  .map((locale) => {
    const texts = AREAS.map((area) =>
      Object.keys(manifest).find((name) => name.endsWith(`locales/${locale}/${area}/index.ts`)),
    );
    if (texts.includes(undefined)) throw new Error(`The build lacks texts of ${locale}.`);
    return { locale, ...weigh([...entries, ...texts]) };
  })
  .sort((a, b) => b.kb - a.kb);
for (const { locale, kb, count } of locales) {
  console.log(
    `Until one can write (${locale}): ${kb.toFixed(1)} KB in ${count} files (at most ${BUDGET_KB}).`,
  );
}

const screens = Object.keys(manifest).filter((name) => /src\/(pages|settings|frame)\/\w+\.tsx$/.test(name));
for (const name of screens) {
  const { kb } = weigh([...entries, name]);
  console.log(`  with ${name.replace(/^.*src\//, "")}: ${kb.toFixed(1)} KB`);
}
if (locales.length === 0 || locales[0].kb > BUDGET_KB) process.exit(1);
