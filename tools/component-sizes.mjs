// Fails if a client component has more than 150 lines: split it by noun.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseSync } from "vite";

const MAX_LINES = 150;

const root = join(fileURLToPath(import.meta.url), "../..");
const list = ["ls-files", "--cached", "--others", "--exclude-standard", "clients/**/*.tsx"];
const files = execFileSync("git", list, { cwd: root, encoding: "utf8" })
  .split("\n")
  .filter((file) => file && !file.endsWith(".test.tsx"));

const FUNCTIONS = new Set(["FunctionDeclaration", "FunctionExpression", "ArrowFunctionExpression"]);

/** Yields the functions that stand at the top of a module, with their names. */
function* topFunctions(program) {
  for (const statement of program.body) {
    const declared = statement.declaration ?? statement;
    if (FUNCTIONS.has(declared.type)) yield { name: declared.id?.name ?? "default", node: declared };
    for (const { id, init } of declared.declarations ?? []) {
      const made =
        init?.type === "CallExpression" ? init.arguments.find((one) => FUNCTIONS.has(one.type)) : init;
      if (made && FUNCTIONS.has(made.type)) yield { name: id.name, node: made };
    }
  }
}

let failed = false;
for (const file of files) {
  const source = readFileSync(join(root, file), "utf8");
  for (const { name, node } of topFunctions(parseSync(file, source).program)) {
    const lines = source.slice(node.start, node.end).split("\n").length;
    if (lines <= MAX_LINES) continue;
    failed = true;
    console.error(`${file}: ${name} has ${lines} lines, at most ${MAX_LINES} are allowed: split it by noun.`);
  }
}
if (failed) process.exit(1);
