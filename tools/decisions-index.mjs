// Writes the index in docs/decisions/README.md: every decision record by area, with its status where that is not "accepted".
//
// Fails when a record lacks its header, names a record that does not exist, or repeats a number.
// With --check the index is compared instead of written.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const folder = join(fileURLToPath(import.meta.url), "../../docs/decisions");
const readme = join(folder, "README.md");
const START = "<!-- index: npm run decisions -->\n";

const HEADER = /^# (\d{4}) (.+)\n\n- Status: (.+)\n- Area: ([a-z0-9_]+)\n- Date: (\d{4}-\d\d-\d\d)\n/;
const STATUS = /^(accepted(, amended by \d{4}( and \d{4})*)?|superseded by \d{4})$/;

const problems = [];

function readRecord(file) {
  const header = HEADER.exec(readFileSync(join(folder, file), "utf8"));
  if (!header) {
    problems.push(
      `${file}: must begin with "# NUMBER Topic" and the lines "- Status:", "- Area:" and "- Date:"`,
    );
    return [];
  }
  const [, number, title, status, area] = header;
  if (!file.startsWith(`${number}-`)) problems.push(`${file}: its title has the number ${number}`);
  if (!STATUS.test(status)) problems.push(`${file}: "${status}" is not a status (see README.md)`);
  return [{ file, number, title, status, area }];
}

const records = readdirSync(folder)
  .filter((file) => /^\d{4}-.+\.md$/.test(file))
  .sort()
  .flatMap(readRecord);

const numbers = new Set(records.map((record) => record.number));
if (numbers.size < records.length) problems.push("two records have the same number");
for (const { file, status } of records) {
  for (const number of status.match(/\d{4}/g) ?? []) {
    if (!numbers.has(number)) problems.push(`${file}: there is no record ${number}`);
  }
}

const entry = ({ file, number, title, status }) =>
  `- [${number} ${title}](${file})${status === "accepted" ? "" : `: ${status.replace("accepted, ", "")}`}`;

const areas = [...new Set(records.map((record) => record.area))].sort();
const sections = areas.map((area) => {
  const entries = records.filter((record) => record.area === area).map(entry);
  return `### ${area}\n\n${entries.join("\n")}\n`;
});

const text = readFileSync(readme, "utf8");
if (!text.includes(START)) problems.push(`README.md: the line ${START.trim()} is missing`);
const wanted = `${text.split(START)[0]}${START}\n${sections.join("\n")}`;

if (process.argv.includes("--check")) {
  if (text !== wanted) problems.push("README.md: the index is stale, run npm run decisions");
} else if (problems.length === 0) {
  writeFileSync(readme, wanted);
}
if (problems.length > 0) {
  console.error(problems.map((problem) => `docs/decisions/${problem}`).join("\n"));
  process.exit(1);
}
