import { OFFERED_LOCALES } from "../../i18n/locales.ts";
import { readCatalog } from "../../i18n/read-catalog.ts";
import { PAGE_TEXT_AREAS } from "../src/page-features/text-areas.ts";

/** Problems that page requests can cause, limited to texts without placeholders. */
const PROBLEM = /^(?:chat|memos|providers|translation|writing)\./;

const readTexts = (locale: string, area: string) => Object.entries(readCatalog(locale, area));

/** Returns the texts for pages, one file per language: `page-texts/en.json` with `area.key`. */
export function pageTextFiles(): { contents: string; relativeDest: string }[] {
  return OFFERED_LOCALES.map((locale) => {
    const texts = ["common", ...PAGE_TEXT_AREAS].flatMap((area) => {
      // Texts of these areas that only the panel uses stay there.
      const shown = readTexts(locale, area).filter(([key]) => !key.startsWith("panel_"));
      return shown.map(([key, text]) => [`${area}.${key}`, text]);
    });
    const problems = readTexts(locale, "problems")
      .filter(([code, text]) => PROBLEM.test(code) && !text.includes("{{"))
      .map(([code, text]) => [`problems.${code}`, text]);
    return {
      contents: JSON.stringify(Object.fromEntries([...texts, ...problems])),
      relativeDest: `page-texts/${locale}.json`,
    };
  });
}
