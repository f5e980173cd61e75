import { parseEscape } from "./escapes";
import { type Reader, Unusable } from "./reader";
import { asciiSet, both, type CharSet, foldCase, NO_CHARS, not, oneOf, range, union, without } from "./sets";

const OPERATIONS = { "&&": both, "--": without, "~~": oneOf } as const;
type Operation = keyof typeof OPERATIONS;

const NESTING_MAX = 25;

/** Parses a set of characters after its `[`. Operations have the same rank, and are done from left to right. */
export function parseBrackets(reader: Reader, depth: number): CharSet {
  if (depth > NESTING_MAX) throw new Unusable("too many sets in each other");
  const fold = (set: CharSet) => (reader.flags.has("i") ? foldCase(set) : set);
  reader.skip();
  const isNegated = reader.take("^");
  let set = NO_CHARS;
  // Here they stand for themselves.
  for (reader.skip(); reader.take("-"); reader.skip()) set = union(set, range(45, 45));
  if (set === NO_CHARS && reader.take("]")) set = range(93, 93);
  let left: { set: CharSet; operation: Operation } | null = null;
  const done = () => (left ? OPERATIONS[left.operation](fold(left.set), fold(set)) : fold(set));
  for (reader.skip(); !reader.take("]"); reader.skip()) {
    const operation = (["&&", "--", "~~"] as const).find((mark) => reader.take(mark));
    if (operation) {
      left = { set: done(), operation };
      set = NO_CHARS;
    } else set = union(set, item(reader, depth));
  }
  const all = done();
  return isNegated ? not(all) : all;
}

function item(reader: Reader, depth: number): CharSet {
  if (reader.sees("[:")) {
    const named = posix(reader);
    if (named) return named;
  }
  if (reader.take("[")) return parseBrackets(reader, depth + 1);
  const from = char(reader);
  if (typeof from !== "number") return from;
  reader.skip();
  // Before the end, or before another one, a dash makes no range.
  const dash = reader.flags.has("x") ? /^-\s*[\]-]/ : /^-[\]-]/;
  if (!reader.sees("-") || reader.match(dash)) return range(from, from);
  reader.take("-");
  reader.skip();
  const to = char(reader);
  if (typeof to !== "number") throw new Unusable("a range ends in a set");
  return range(from, to);
}

/** Returns the code point of the next character, or the set that an escape stands for. */
function char(reader: Reader): number | CharSet {
  if (!reader.take("\\")) return reader.next();
  const escaped = parseEscape(reader);
  if ("look" in escaped) throw new Unusable("a place in a set");
  return "code" in escaped ? escaped.code : escaped.set;
}

/** Parses `[:name:]`; null: it is none, and a set begins. */
function posix(reader: Reader): CharSet | null {
  const found = reader.match(/^\[:(\^?)(\w+):\]/);
  const set = found && asciiSet(found[2] ?? "");
  if (!found || !set) return null;
  reader.take(found[0]);
  const folded = reader.flags.has("i") ? foldCase(set) : set;
  return found[1] === "^" ? not(folded) : folded;
}
