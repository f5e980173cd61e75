import type { Look } from "./parse-regex";
import { type Reader, Unusable } from "./reader";
import { type CharSet, foldCase, not, PERL, unicodeSet } from "./sets";

export type Escaped = { code: number } | { set: CharSet } | { look: Look };

const CONTROLS: Readonly<Record<string, number>> = { a: 7, f: 12, t: 9, n: 10, r: 13, v: 11 };
const LOOKS: Readonly<Record<string, Look>> = {
  A: "start",
  z: "end",
  B: "no_word",
  "<": "word_start",
  ">": "word_end",
};
const BOUNDARIES: Readonly<Record<string, Look>> = {
  "{start}": "word_start",
  "{end}": "word_end",
  "{start-half}": "word_start_half",
  "{end-half}": "word_end_half",
};
const DIGITS: Readonly<Record<string, number>> = { x: 2, u: 4, U: 8 };

/** Parses what follows a backslash. */
export function parseEscape(reader: Reader): Escaped {
  const code = reader.next();
  const char = String.fromCodePoint(code);
  const lower = char.toLowerCase();
  if (char === "b") return { look: boundary(reader) };
  if (LOOKS[char] !== undefined) return { look: LOOKS[char] };
  if (CONTROLS[char] !== undefined) return { code: CONTROLS[char] };
  if (DIGITS[char] !== undefined) return { code: hexadecimal(reader, DIGITS[char]) };
  if (PERL[lower]) return { set: char === lower ? PERL[lower] : not(PERL[lower]) };
  if (lower === "p") return { set: property(reader, char === "P") };
  if (/[0-9A-Za-z]/.test(char) || code > 127) throw new Unusable(`no escape: ${char}`);
  return { code };
}

function boundary(reader: Reader): Look {
  const named = Object.keys(BOUNDARIES).find((name) => reader.take(name));
  return named === undefined ? "word" : (BOUNDARIES[named] as Look);
}

function hexadecimal(reader: Reader, digits: number): number {
  const text = reader.take("{")
    ? reader.until("}").trim()
    : String.fromCodePoint(...Array.from({ length: digits }, () => reader.next()));
  if (!/^[0-9a-f]{1,8}$/i.test(text)) throw new Unusable(`no character: ${text}`);
  return Number.parseInt(text, 16);
}

function property(reader: Reader, isNegated: boolean): CharSet {
  const name = reader.take("{") ? reader.until("}") : String.fromCodePoint(reader.next());
  const isOther = name.startsWith("^") !== isNegated;
  const set = unicodeSet(name.replace(/^\^/, ""));
  if (!set) throw new Unusable(`no property: ${name}`);
  const folded = reader.flags.has("i") ? foldCase(set) : set;
  return isOther ? not(folded) : folded;
}
