import english from "@ensemble/i18n/locales/en/search_words.json";
import type { Text } from "@ensemble/i18n/text";

/** Other words for areas, settings pages and settings, by their keys. */
export type SearchWords = Text<"search_words">;

type Key = keyof typeof english;
const isKey = (key: string): key is Key => Object.hasOwn(english, key);

/** Returns other words for something: in the person's language, and in English, which product names are in. */
export const otherWords = (key: string, words: SearchWords): string =>
  isKey(key) ? `${english[key]}, ${words(key)}` : "";

/** Returns true if names contain every word that is searched, also in another form or written together or apart. */
export function containsWords(searched: string, ...names: readonly string[]): boolean {
  const text = plain(names.join(", "));
  const inText = `${text} ${neighbors(text)}`;
  return plain(searched)
    .split(" ")
    .every((word) => inText.includes(word) || inText.includes(stemOf(word)));
}

/** Returns a text in lower case, without accents, hyphens and quotation marks. */
const plain = (text: string): string =>
  text
    .normalize("NFKD")
    .replace(/\p{Mn}/gu, "")
    .toLocaleLowerCase()
    .replace(/['’"“”]/g, "")
    .replace(/[\s\p{Pd}/]+/gu, " ")
    .trim();

/** Returns each two words of a text written as one: people look for "darkmode" and "signup". */
function neighbors(text: string): string {
  const words = text.split(" ");
  return words.map((word, at) => `${word}${words[at + 1] ?? ""}`).join(" ");
}

/** Fewest letters of a word without its ending. */
const STEM_MIN_CHARS = 4;

/** Returns an English word without its ending: people look for "translating" and "invoices". */
function stemOf(word: string): string {
  const stem = word.replace(/(?:ies|ations?|ions?|ings?|ers?|ed|es|s)$/, "");
  return stem.length >= STEM_MIN_CHARS && /^[a-z]+$/.test(word) ? stem : word;
}

/** Sorts what was found: names that begin with the words, names that contain them, then those found by other words. */
export function byName<Found>(
  found: readonly Found[],
  searched: string,
  nameOf: (one: Found) => string,
): Found[] {
  const words = plain(searched);
  const rank = (one: Found) => {
    const name = plain(nameOf(one));
    return name.startsWith(words) ? 0 : containsWords(words, name) ? 1 : 2;
  };
  return found.toSorted((a, b) => rank(a) - rank(b));
}
