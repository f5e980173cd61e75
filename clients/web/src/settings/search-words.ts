import english from "@ensemble/i18n/locales/en/search_words.json";
import type { Text } from "@ensemble/i18n/text";

/** Other words for areas, settings pages and settings, by their keys. */
export type SearchWords = Text<"search_words">;

type Key = keyof typeof english;
const isKey = (key: string): key is Key => Object.hasOwn(english, key);

/** Returns other words for something: in the person's language, and in English, which product names are in. */
export const otherWords = (key: string, words: SearchWords): string =>
  isKey(key) ? `${english[key]}, ${words(key)}` : "";

/** Returns true if names contain every word that is searched. */
export function containsWords(searched: string, ...names: readonly string[]): boolean {
  const text = names.join(" ").toLocaleLowerCase();
  return searched
    .toLocaleLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/** Sorts what was found: names that begin with the words, names that contain them, then those found by other words. */
export function byName<Found>(
  found: readonly Found[],
  searched: string,
  nameOf: (one: Found) => string,
): Found[] {
  const words = searched.trim().toLocaleLowerCase();
  const rank = (one: Found) => {
    const name = nameOf(one).toLocaleLowerCase();
    return name.startsWith(words) ? 0 : containsWords(words, name) ? 1 : 2;
  };
  return found.toSorted((a, b) => rank(a) - rank(b));
}
