/** Languages for answers, independent of the question's. */
export const REPLY_LANGUAGES = [
  "ar",
  "bg",
  "bn",
  "ca",
  "cs",
  "da",
  "de",
  "el",
  "en",
  "es",
  "et",
  "fa",
  "fi",
  "fil",
  "fr",
  "gu",
  "he",
  "hi",
  "hr",
  "hu",
  "id",
  "it",
  "ja",
  "ko",
  "lt",
  "lv",
  "ms",
  "nb",
  "nl",
  "pl",
  "pt-BR",
  "pt-PT",
  "ro",
  "ru",
  "sk",
  "sl",
  "sr",
  "sv",
  "ta",
  "te",
  "th",
  "tr",
  "uk",
  "ur",
  "vi",
  "zh-CN",
  "zh-TW",
] as const;

/** Returns the languages with localized names, sorted for the reader. */
export function namedLanguages(locale: string): { value: string; label: string }[] {
  const names = new Intl.DisplayNames([locale], { type: "language" });
  const sorted = new Intl.Collator(locale);
  return REPLY_LANGUAGES.map((tag) => ({ value: tag, label: names.of(tag) ?? tag })).sort((a, b) =>
    sorted.compare(a.label, b.label),
  );
}
