import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { OFFERED_LOCALES } from "../../i18n/locales.ts";
import { PAGE_TEXT_AREAS } from "../src/page-features/text-areas.ts";

/** The texts that pages show, one file for each language: `page-texts/en.json` with `area.key`. */
export function pageTextFiles(): { contents: string; relativeDest: string }[] {
  return OFFERED_LOCALES.map((locale) => {
    const texts = PAGE_TEXT_AREAS.flatMap((area) => {
      const file = new URL(`../../i18n/locales/${locale}/${area}.json`, import.meta.url);
      const said = JSON.parse(readFileSync(fileURLToPath(file), "utf8")) as Record<string, string>;
      // What the panel alone says of these areas stays there.
      const shown = Object.entries(said).filter(([key]) => !key.startsWith("panel_"));
      return shown.map(([key, text]) => [`${area}.${key}`, text]);
    });
    return {
      contents: JSON.stringify(Object.fromEntries(texts)),
      relativeDest: `page-texts/${locale}.json`,
    };
  });
}
