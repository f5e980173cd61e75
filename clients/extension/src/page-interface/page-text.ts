import type { TextArea, TextKey, TextValues } from "@ensemble/i18n/text";
import { askFromPage } from "../page-features/ask";
import type { PAGE_TEXT_AREAS } from "../page-features/text-areas";

export type PageTextArea = (typeof PAGE_TEXT_AREAS)[number] & TextArea;

let texts: Readonly<Record<string, string>> = {};
let rules = new Intl.PluralRules("en");
let spoken = "en";

/** Loads the texts for pages from the background. Nothing is rendered before. */
export async function startPageTexts(locale: string): Promise<void> {
  texts = await askFromPage("page→background: texts");
  rules = new Intl.PluralRules(locale);
  spoken = locale;
}

/** Returns the texts of an area: `const text = pageText("page"); text("copy")`. */
export function pageText<Area extends PageTextArea>(area: Area) {
  return (key: TextKey<Area>, values: TextValues = {}): string => {
    const plural = typeof values.count === "number" ? `_${rules.select(values.count)}` : "";
    const name = `${area}.${key}`;
    const own = texts[name + plural] ?? texts[`${name}_other`] ?? texts[name];
    const found = own ?? texts[`common.${key}`] ?? key;
    return found.replace(/\{\{(\w+)\}\}/g, (_, value: string) => String(values[value] ?? ""));
  };
}

/**
 * Returns the text for a server problem in the person's language, or the server's own text if there is none.
 */
export const problemSaid = ({ code, text }: { code: string; text: string }): string =>
  texts[`problems.${code}`] ?? text;

/** Returns the locale of these texts, for `Intl`. */
export const pageLocale = (): string => spoken;
