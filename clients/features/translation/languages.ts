/** Target languages, as in the server's table (`server/features/translation/src/languages.rs`). */
export const LANGUAGES =
  "ar bg bn ca cs da de el en es et fa fi fil fr he hi hr hu id it ja ko lt lv ms nb nl pl pt-BR pt-PT ro ru sk sl sr sv sw ta th tr uk ur vi zh-CN zh-TW".split(
    " ",
  );

/** Returns the name of a language in `locale`. */
export function languageName(tag: string, locale: string): string {
  try {
    return new Intl.DisplayNames([locale], { type: "language" }).of(tag) ?? tag;
  } catch {
    return tag;
  }
}

/** Returns all languages sorted by their names in `locale`. */
export function sortedLanguages(locale: string): { tag: string; name: string }[] {
  const named = LANGUAGES.map((tag) => ({ tag, name: languageName(tag, locale) }));
  return named.sort((a, b) => a.name.localeCompare(b.name, locale));
}

/** Returns the table's language for the app's `locale`. */
export const languageOf = (locale: string): string =>
  LANGUAGES.find((tag) => tag === locale) ??
  LANGUAGES.find((tag) => tag.split("-")[0] === locale.split("-")[0]) ??
  "en";
