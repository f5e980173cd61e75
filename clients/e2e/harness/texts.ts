import { readFileSync } from "node:fs";
import { join } from "node:path";
import { repository } from "./program.ts";

/**
 * Returns the texts that people see from the catalog itself: a journey looks for a button by its meaning, and
 * better wording does not break it.
 */
export function textsOf(area: string, locale = "en") {
  const read = (file: string) =>
    JSON.parse(readFileSync(join(repository, "clients/i18n/locales", locale, `${file}.json`), "utf8"));
  // An area falls back to the shared catalogs, like in the clients.
  const texts = { ...read("start"), ...read("common"), ...read(area) } as Record<string, string>;
  return (key: string, values: Record<string, string | number> = {}): string => {
    const text = texts[key];
    if (text === undefined) throw new Error(`${locale}/${area}.json has no text ${key}`);
    return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ""));
  };
}

/** Returns the text of any area in one language, for checks in several. */
export const sayIn =
  (locale: string) =>
  (area: string, key: string, values?: Record<string, string | number>): string =>
    textsOf(area, locale)(key, values);
