// Checks that code speaks the language of docs/GLOSSARY.md: no name of its "Not" columns is in a source file, and doc
// comments open with what an item does rather than with a question word.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(fileURLToPath(import.meta.url), "../..");
const read = (file) => readFileSync(join(root, file), "utf8");

/** Share of doc comments that may open with a question word. */
const OPENERS_MAX = 0.03;
const OPENER = /^(What|Whether|Who|Of|How|Where|Whose|Which)$/;
const DOC_COMMENT = /^\s*(?:\/\/\/|\/\*\*)\s+([A-Z][a-z']+)/;

const files = execFileSync("git", ["ls-files", "*.rs", "*.ts", "*.tsx"], { cwd: root, encoding: "utf8" })
  .split("\n")
  .filter((file) => file !== "" && !file.includes("/generated") && !file.endsWith("schema.d.ts"));

const cellsOf = (row) => row.split("|").slice(1, -1);

/** Returns the names in backticks in the columns headed "Not". */
function retiredNames(glossary) {
  let column = -1;
  return glossary.split("\n").flatMap((line) => {
    if (!line.startsWith("|")) return [];
    const cells = cellsOf(line);
    const heading = cells.findIndex((cell) => cell.trim() === "Not");
    if (heading >= 0) column = heading;
    return [...(cells[column] ?? "").matchAll(/`([^`]+)`/g)].map(([, name]) => name);
  });
}

const escaped = (name) => name.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
const names = retiredNames(read("docs/GLOSSARY.md"));
const retired = new RegExp(`(?<![\\w-])(?:${names.map(escaped).join("|")})(?![\\w-])`, "g");

let opened = 0;
let comments = 0;
const found = [];
for (const file of files) {
  let previous = "";
  for (const [index, line] of read(file).split("\n").entries()) {
    for (const [name] of line.matchAll(retired)) found.push(`${file}:${index + 1}: ${name}`);
    const [, word] = DOC_COMMENT.exec(line) ?? [];
    if (word !== undefined && !previous.trimStart().startsWith("///")) {
      comments += 1;
      if (OPENER.test(word)) opened += 1;
    }
    previous = line;
  }
}

const share = opened / Math.max(1, comments);
const percent = (part) => `${(part * 100).toFixed(1)} %`;
for (const place of found) console.error(`${place} is a retired name: see docs/GLOSSARY.md`);
if (share > OPENERS_MAX) {
  console.error(
    `${percent(share)} of ${comments} doc comments open with a question word; at most ${percent(OPENERS_MAX)}`,
  );
}
process.exit(found.length > 0 || share > OPENERS_MAX ? 1 : 0);
