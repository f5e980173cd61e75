import { readCatalog } from "../../i18n/read-catalog.ts";

/**
 * Returns the texts that people see from the catalog itself: a journey looks for a button by its meaning, and
 * better wording does not break it.
 */
export function textsOf(area: string, locale = "en") {
  const read = (name: string) => readCatalog(locale, name);
  // An area falls back to the shared catalogs, like in the clients.
  const texts = { ...read("start"), ...read("common"), ...read(area) };
  return (key: string, values: Record<string, string | number> = {}): string => {
    const text = texts[key];
    if (text === undefined) throw new Error(`${area} of ${locale} has no text ${key}`);
    return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ""));
  };
}

/** Returns the text of any area in one language, for checks in several. */
export const sayIn =
  (locale: string) =>
  (area: string, key: string, values?: Record<string, string | number>): string =>
    textsOf(area, locale)(key, values);
