/**
 * Sets of characters. URLs are ASCII, so a set holds ASCII and the two other characters that are equal to an ASCII letter where
 * case is ignored: the Kelvin sign and the long s.
 */
export type CharSet = readonly boolean[];

const KELVIN = 0x212a;
const LONG_S = 0x17f;
const ALPHABET = [...Array(128).keys(), KELVIN, LONG_S];

/** Characters that are equal where case is ignored. */
const EQUAL: readonly (readonly number[])[] = [..."abcdefghijklmnopqrstuvwxyz"].map((letter) => {
  const both = [letter, letter.toUpperCase()].map((one) => one.charCodeAt(0));
  return letter === "k" ? [...both, KELVIN] : letter === "s" ? [...both, LONG_S] : both;
});

export const setOf = (has: (code: number) => boolean): CharSet => ALPHABET.map(has);

export const NO_CHARS = setOf(() => false);
export const ANY_CHAR = setOf(() => true);
export const NO_NEWLINE = setOf((code) => code !== 10);

export const range = (from: number, to: number): CharSet => setOf((code) => from <= code && code <= to);
export const not = (set: CharSet): CharSet => set.map((has) => !has);
export const union = (a: CharSet, b: CharSet): CharSet => a.map((has, at) => has || b[at] === true);
export const both = (a: CharSet, b: CharSet): CharSet => a.map((has, at) => has && b[at] === true);
export const without = (a: CharSet, b: CharSet): CharSet => both(a, not(b));
export const oneOf = (a: CharSet, b: CharSet): CharSet => a.map((has, at) => has !== b[at]);

/** Returns a set with every character that is equal to one of it where case is ignored. */
export function foldCase(set: CharSet): CharSet {
  const equal = EQUAL.filter((codes) => codes.some((code) => set[ALPHABET.indexOf(code)]));
  return union(
    set,
    setOf((code) => equal.some((codes) => codes.includes(code))),
  );
}

const tested = (pattern: RegExp): CharSet => setOf((code) => pattern.test(String.fromCharCode(code)));

/** Sets with a name in `[[:name:]]`. */
const ASCII: Readonly<Record<string, RegExp>> = {
  alnum: /[0-9A-Za-z]/,
  alpha: /[A-Za-z]/,
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it is the set of all of ASCII
  ascii: /[\x00-\x7f]/,
  blank: /[\t ]/,
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it is the set of controls
  cntrl: /[\x00-\x1f\x7f]/,
  digit: /[0-9]/,
  graph: /[!-~]/,
  lower: /[a-z]/,
  print: /[ -~]/,
  punct: /[!-/:-@[-`{-~]/,
  space: /[\t\n\v\f\r ]/,
  upper: /[A-Z]/,
  word: /[0-9A-Za-z_]/,
  xdigit: /[0-9A-Fa-f]/,
};

/** Returns the set of `[:name:]`; null: there is none. */
export const asciiSet = (name: string): CharSet | null =>
  Object.hasOwn(ASCII, name) ? tested(ASCII[name] as RegExp) : null;

/** Sets of `\d`, `\s` and `\w`. */
export const PERL: Readonly<Record<string, CharSet>> = {
  d: tested(/[0-9]/),
  s: tested(/[\t\n\v\f\r ]/),
  w: tested(/[0-9A-Za-z_\u017f\u212a]/),
};

/** Properties that browsers do not name, or name otherwise. */
const OTHER_NAMES: Readonly<Record<string, CharSet>> = {
  any: ANY_CHAR,
  assigned: ANY_CHAR,
  ascii: range(0, 127),
};

/** Returns the set of `\p{name}`; null: browsers do not know the name. Its case, spaces and dashes make no difference. */
export function unicodeSet(name: string): CharSet | null {
  const [, kind = "", mark = "", value = ""] = /^(?:(\w+)\s*(!?)[=:])?\s*(.*)$/.exec(name) ?? [];
  const words = value.toLowerCase().split(/[\s_-]+/);
  const joined = words.join("");
  if (kind === "" && Object.hasOwn(OTHER_NAMES, joined)) return OTHER_NAMES[joined] ?? null;
  const title = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("_");
  const kinds = kind === "" ? ["", "Script="] : [`${kind}=`];
  const names = [value, title, joined.toUpperCase()];
  for (const before of kinds)
    for (const one of names) {
      const set = property(before + one);
      if (set) return mark === "" ? set : not(set);
    }
  return null;
}

function property(name: string): CharSet | null {
  if (!/^[\w=]+$/.test(name)) return null;
  try {
    return tested(new RegExp(`\\p{${name}}`, "u"));
  } catch {
    return null;
  }
}
