// Fails where a folder has more than 25 source files: sort them into sub-folders by noun.
// Tests, generated files and journeys do not count. Arguments narrow it to folders.
import { execFileSync } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const MAX_FILES = 25;
const UNCOUNTED = /\.test\.|\/tests|\/generated|\/e2e\//;

const root = join(fileURLToPath(import.meta.url), "../..");
const list = ["ls-files", "--cached", "--others", "--exclude-standard", "*.rs", "*.ts", "*.tsx"];
const within = process.argv.slice(2).map((folder) => `${folder}/`);
const files = execFileSync("git", list, { cwd: root, encoding: "utf8" }).split("\n").filter(Boolean);

const folders = Map.groupBy(
  files.filter(
    (file) => !UNCOUNTED.test(file) && (within.length === 0 || within.some((one) => file.startsWith(one))),
  ),
  dirname,
);
const full = [...folders].filter(([, inside]) => inside.length > MAX_FILES);
for (const [folder, inside] of full)
  console.error(
    `${folder} has ${inside.length} source files, at most ${MAX_FILES} are allowed: sort them into folders.`,
  );
if (full.length > 0) process.exit(1);
