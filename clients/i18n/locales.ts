/** UI languages of the product (spec §3: about 25, right-to-left for Persian, Arabic and Hebrew). */
export const LOCALES = [
  { code: "en", name: "English", direction: "ltr" },
  { code: "ar", name: "العربية", direction: "rtl" },
  { code: "zh-CN", name: "简体中文", direction: "ltr" },
  { code: "zh-TW", name: "繁體中文", direction: "ltr" },
  { code: "cs", name: "Čeština", direction: "ltr" },
  { code: "de", name: "Deutsch", direction: "ltr" },
  { code: "es", name: "Español", direction: "ltr" },
  { code: "fa", name: "فارسی", direction: "rtl" },
  { code: "fr", name: "Français", direction: "ltr" },
  { code: "he", name: "עברית", direction: "rtl" },
  { code: "hi", name: "हिन्दी", direction: "ltr" },
  { code: "id", name: "Bahasa Indonesia", direction: "ltr" },
  { code: "it", name: "Italiano", direction: "ltr" },
  { code: "ja", name: "日本語", direction: "ltr" },
  { code: "ko", name: "한국어", direction: "ltr" },
  { code: "nl", name: "Nederlands", direction: "ltr" },
  { code: "pl", name: "Polski", direction: "ltr" },
  { code: "pt-BR", name: "Português (Brasil)", direction: "ltr" },
  { code: "pt-PT", name: "Português (Portugal)", direction: "ltr" },
  { code: "ru", name: "Русский", direction: "ltr" },
  { code: "sv", name: "Svenska", direction: "ltr" },
  { code: "th", name: "ไทย", direction: "ltr" },
  { code: "tr", name: "Türkçe", direction: "ltr" },
  { code: "uk", name: "Українська", direction: "ltr" },
  { code: "vi", name: "Tiếng Việt", direction: "ltr" },
] as const;

export type LocaleCode = (typeof LOCALES)[number]["code"];
export type Direction = "ltr" | "rtl";

/** Share of English texts a locale must translate before the app is offered in it. */
export const OFFERED_FROM_SHARE = 0.85;

/** Locales whose texts reach that share; `locales.test.ts` counts them. */
export const OFFERED_LOCALES = ["en", "ar", "zh-CN"] as const satisfies readonly LocaleCode[];

export type OfferedLocale = (typeof OFFERED_LOCALES)[number];

/** Locales without missing texts; others show missing texts in English, which is then loaded too. */
export const COMPLETE_LOCALES = ["en", "ar", "zh-CN"] as const satisfies readonly OfferedLocale[];

export const isComplete = (locale: OfferedLocale): boolean =>
  (COMPLETE_LOCALES as readonly OfferedLocale[]).includes(locale);

export const isOffered = (code: string | null | undefined): code is OfferedLocale =>
  OFFERED_LOCALES.some((offered) => offered === code);

/** Returns the locale for a tag, in any case and with any region: `ZH-cn`, `ar-EG`, `de_AT`. */
export function findLocale(tag: string): LocaleCode | null {
  const wanted = tag.replaceAll("_", "-").toLowerCase();
  const exact = LOCALES.find(({ code }) => code.toLowerCase() === wanted);
  if (exact) return exact.code;
  if (wanted === "zh-hant" || wanted === "zh-hk" || wanted === "zh-mo") return "zh-TW";
  const language = wanted.split("-")[0];
  return LOCALES.find(({ code }) => code.toLowerCase().split("-")[0] === language)?.code ?? null;
}

export const directionOf = (code: LocaleCode): Direction =>
  LOCALES.find((locale) => locale.code === code)?.direction ?? "ltr";

export const nameOf = (code: LocaleCode): string =>
  LOCALES.find((locale) => locale.code === code)?.name ?? code;

/**
 * Returns the first offered locale of: the path's segment, the person's setting, the browser's languages;
 * else English.
 */
export function chooseLocale(wishes: {
  path: string | null;
  setting: string | null;
  browser: readonly string[];
}): OfferedLocale {
  for (const tag of [wishes.path, wishes.setting, ...wishes.browser]) {
    const found = tag ? findLocale(tag) : null;
    if (isOffered(found)) return found;
  }
  return "en";
}
