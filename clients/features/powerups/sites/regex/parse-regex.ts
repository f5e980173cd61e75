import { parseBrackets } from "./brackets";
import { parseEscape } from "./escapes";
import { Reader, Unusable } from "./reader";
import { ANY_CHAR, type CharSet, foldCase, NO_NEWLINE, range } from "./sets";

export type Look =
  | "start"
  | "end"
  | "word"
  | "no_word"
  | "word_start"
  | "word_end"
  | "word_start_half"
  | "word_end_half";

export type Node =
  | { kind: "chars"; set: CharSet }
  | { kind: "look"; look: Look }
  | { kind: "all"; parts: readonly Node[] }
  | { kind: "any"; parts: readonly Node[] }
  | { kind: "repeat"; node: Node; min: number; max: number };

const GROUPS_MAX = 25;

/**
 * Parses a regular expression in the syntax of Rust's `regex`, whose server has accepted it. Flags that make no difference to
 * whether a URL matches are read and ignored: greediness, and lines, because a URL is one.
 *
 * Throws {@link Unusable}.
 */
export function parseRegex(pattern: string): Node {
  const reader = new Reader(pattern);
  const node = alternatives(reader, 0);
  if (!reader.isAtEnd()) throw new Unusable("a group ends that never began");
  return node;
}

function alternatives(reader: Reader, depth: number): Node {
  if (depth > GROUPS_MAX) throw new Unusable("too many groups in each other");
  const parts: Node[] = [sequence(reader, depth)];
  while (reader.take("|")) parts.push(sequence(reader, depth));
  return { kind: "any", parts };
}

function sequence(reader: Reader, depth: number): Node {
  const parts: Node[] = [];
  for (reader.skip(); !reader.isAtEnd() && !reader.sees("|") && !reader.sees(")"); reader.skip()) {
    const node = atom(reader, depth);
    if (node) parts.push(repeated(reader, node));
  }
  return { kind: "all", parts };
}

/** Returns the next part; null: it sets flags. */
function atom(reader: Reader, depth: number): Node | null {
  if (reader.take("(")) return group(reader, depth);
  if (reader.take("[")) return { kind: "chars", set: parseBrackets(reader, 0) };
  if (reader.take(".")) return { kind: "chars", set: reader.flags.has("s") ? ANY_CHAR : NO_NEWLINE };
  if (reader.take("^")) return { kind: "look", look: "start" };
  if (reader.take("$")) return { kind: "look", look: "end" };
  if (reader.take("\\")) {
    const escaped = parseEscape(reader);
    if ("look" in escaped) return { kind: "look", look: escaped.look };
    return { kind: "chars", set: "code" in escaped ? literal(reader, escaped.code) : escaped.set };
  }
  if (/[*+?{]/.test(reader.peek())) throw new Unusable("nothing to repeat");
  return { kind: "chars", set: literal(reader, reader.next()) };
}

const literal = (reader: Reader, code: number): CharSet => {
  const set = range(code, code);
  return reader.flags.has("i") ? foldCase(set) : set;
};

function group(reader: Reader, depth: number): Node | null {
  const before = new Set(reader.flags);
  reader.skip();
  if (reader.take("?")) {
    if (
      reader.take("P<") ||
      (reader.sees("<") && !reader.sees("<=") && !reader.sees("<!") && reader.take("<"))
    )
      reader.until(">");
    else if (readFlags(reader) === ")") return null;
  }
  const node = alternatives(reader, depth + 1);
  if (!reader.take(")")) throw new Unusable("a group does not end");
  reader.flags = before;
  return node;
}

/** Reads flags up to the `:` or `)` that ends them, and returns it. */
function readFlags(reader: Reader): ":" | ")" {
  let on = true;
  for (;;) {
    const flag = String.fromCodePoint(reader.next());
    if (flag === ":" || flag === ")") return flag;
    if (flag === "-") on = false;
    else if (!/[imsUuxR]/.test(flag)) throw new Unusable(`no flag: ${flag}`);
    else if (on) reader.flags.add(flag);
    else reader.flags.delete(flag);
  }
}

function repeated(reader: Reader, node: Node): Node {
  let now = node;
  for (reader.skip(); ; reader.skip()) {
    const counts = count(reader);
    if (!counts) return now;
    reader.take("?");
    now = { kind: "repeat", node: now, ...counts };
  }
}

function count(reader: Reader): { min: number; max: number } | null {
  if (reader.take("*")) return { min: 0, max: Number.POSITIVE_INFINITY };
  if (reader.take("+")) return { min: 1, max: Number.POSITIVE_INFINITY };
  if (reader.take("?")) return { min: 0, max: 1 };
  if (!reader.take("{")) return null;
  const found = /^(\d*)(,?)(\d*)$/.exec(reader.until("}").replace(/\s+/g, ""));
  // Before the `?` of these counts, unlike that of others, spaces may stand.
  reader.skip();
  if (!found || (found[1] === "" && found[3] === "")) throw new Unusable("no number of repetitions");
  const [, from = "", comma, to = ""] = found;
  const min = Number(from);
  return { min, max: comma === "" ? min : to === "" ? Number.POSITIVE_INFINITY : Number(to) };
}
