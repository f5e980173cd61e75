// Checks the links of Rust doc comments, `[`Name`]` and `[text](path::name)`, from the text of the sources: the name that
// a link begins with is in scope of its file, and the item that it ends with is declared. rustdoc, which knows for sure,
// reads each crate for seconds; `make docs` asks it.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(fileURLToPath(import.meta.url), "../..");

const DOC_COMMENT = /^\s*\/\/[/!](.*)$/;
const LINK =
  /\[`([^`]+)`\](?:\(([^)\s]+)\))?|\[[^\]`]+\]\(((?:crate|self|super|[A-Za-z_]\w*)(?:::\w+)+!?)\)/g;
const PATH = /^\w+(?:::\w+)*$/;
/** Crates that come with the language: their items are declared elsewhere. */
const LANGUAGE = new Set(["std", "core", "alloc"]);
const PRELUDE = new Set(
  "Self Option Some None Result Ok Err Vec String Box Drop Default Clone Copy Send Sync Iterator From Into str bool usize u8 u16 u32 u64 i16 i32 i64 f32 f64".split(
    " ",
  ),
);

const sources = execFileSync("git", ["ls-files", "server/*.rs"], { cwd: root, encoding: "utf8" })
  .split("\n")
  .filter((file) => file !== "")
  .map((file) => {
    const text = readFileSync(join(root, file), "utf8");
    const code = text.replaceAll(/^\s*\/\/.*$/gm, "");
    return { file, text, code, words: new Set(code.match(/\w+/g)) };
  });
const crates = new Set(
  execFileSync("git", ["ls-files", "server/**/Cargo.toml"], { cwd: root, encoding: "utf8" })
    .split("\n")
    .flatMap((manifest) => manifest.match(/([^/]+)\/Cargo\.toml$/)?.[1] ?? []),
);

/** Returns the words that stand where Rust declares something: items, macros, fields, variants. */
function declared({ code }) {
  const items = code.matchAll(
    /\b(?:fn|struct|enum|trait|const|static|type|mod|union|macro_rules!)\s+(?:mut\s+)?(?:r#)?(\w+)/g,
  );
  const members = code.matchAll(/^\s*(?:pub(?:\([^)]*\))?\s+)?(?:r#)?(\w+)\s*(?:[:,({]|=\s*-?\d|$)/gm);
  return [...items, ...members].map(([, name]) => name);
}
const declarations = new Set(sources.flatMap(declared));

/** Returns the fault of a link to `target` in a file whose code has `words`, or nothing. */
function fault(target, words) {
  const path = target
    .replace(/(?:\(\)|!)$/, "")
    .replace(/^(?:fn|struct|enum|trait|mod|macro|type|value|const)@/, "");
  if (!PATH.test(path)) return undefined;
  const [first, ...rest] = path.split("::");
  if (LANGUAGE.has(first)) return undefined;
  const inScope =
    ["crate", "self", "super"].includes(first) || PRELUDE.has(first) || crates.has(first) || words.has(first);
  if (!inScope) return `\`${first}\` is not in scope`;
  const last = rest.at(-1);
  if (last !== undefined && !declarations.has(last) && !words.has(last)) return `\`${last}\` is not declared`;
  return undefined;
}

let found = 0;
for (const { file, text, words } of sources) {
  for (const [index, line] of text.split("\n").entries()) {
    const [, comment] = DOC_COMMENT.exec(line) ?? [];
    if (comment === undefined) continue;
    for (const [, name, target, path] of comment.matchAll(LINK)) {
      if (target !== undefined && /^(?:https?:|#|\.|\/)/.test(target)) continue;
      const wrong = fault(target ?? path ?? name, words);
      if (wrong === undefined) continue;
      found += 1;
      console.error(`${file}:${index + 1}: [\`${target ?? path ?? name}\`]: ${wrong}`);
    }
  }
}
process.exit(found > 0 ? 1 : 0);
