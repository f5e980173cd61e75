// Gives the files of a fresh clone the times that they had when Cargo compiled the same content at this path, so that it
// compiles what changed. All files of a clone are new to it otherwise: it compares times, not contents.
//   node tools/source-times.mjs FOLDER   before a build; FOLDER is Cargo's target folder
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const folder = process.argv[2];
const hash = (content) => createHash("sha256").update(content).digest("hex");
// Crates at another path are other crates to Cargo.
const notes = join(folder, `source-times-${hash(process.cwd()).slice(0, 16)}.json`);
const known = existsSync(notes) ? JSON.parse(readFileSync(notes, "utf8")) : {};

const listed = execFileSync("git", ["ls-files", "-z"], { encoding: "utf8", maxBuffer: 2 ** 26 }).split("\0");
const names = listed.filter((name) => name && statSync(name, { throwIfNoEntry: false })?.isFile());
const times = {};
let same = 0;
for (const name of names) {
  const content = hash(readFileSync(name));
  let seconds = statSync(name).mtimeMs / 1000;
  if (known[name]?.content === content) {
    seconds = known[name].seconds;
    utimesSync(name, seconds, seconds);
    same += 1;
  }
  times[name] = { content, seconds };
}
mkdirSync(folder, { recursive: true });
writeFileSync(notes, JSON.stringify(times));
console.log(`${same} of ${names.length} files are as they were when they were last compiled here`);
