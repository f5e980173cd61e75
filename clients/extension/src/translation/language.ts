/** Detects the language of texts, to tell which of them need no translation. */

const SCRIPTS = {
  Latin: /\p{Script=Latin}/gu,
  Han: /\p{Script=Han}/gu,
  Kana: /[\p{Script=Hiragana}\p{Script=Katakana}]/gu,
  Hangul: /\p{Script=Hangul}/gu,
  Arabic: /\p{Script=Arabic}/gu,
  Hebrew: /\p{Script=Hebrew}/gu,
  Cyrillic: /\p{Script=Cyrillic}/gu,
  Greek: /\p{Script=Greek}/gu,
  Thai: /\p{Script=Thai}/gu,
  Devanagari: /\p{Script=Devanagari}/gu,
  Bengali: /\p{Script=Bengali}/gu,
  Tamil: /\p{Script=Tamil}/gu,
} as const;

type Script = keyof typeof SCRIPTS;

/** Languages with a non-Latin script. */
const SCRIPT_OF: Readonly<Record<string, Script>> = {
  ar: "Arabic",
  bg: "Cyrillic",
  bn: "Bengali",
  el: "Greek",
  fa: "Arabic",
  he: "Hebrew",
  hi: "Devanagari",
  ja: "Kana",
  ko: "Hangul",
  ru: "Cyrillic",
  sr: "Cyrillic",
  ta: "Tamil",
  th: "Thai",
  uk: "Cyrillic",
  ur: "Arabic",
  zh: "Han",
};

/** Scripts used by only one of our languages. */
const OWN: ReadonlySet<Script> = new Set(["Kana", "Hangul", "Hebrew", "Greek", "Thai", "Bengali", "Tamil"]);

/** Languages that are written from right to left. */
const RIGHT_TO_LEFT = new Set("ar arc ckb dv fa he iw ks ps sd ug ur yi".split(" "));

/** Returns the direction in which a language is written. */
export const directionOf = (tag: string): "ltr" | "rtl" => (RIGHT_TO_LEFT.has(primary(tag)) ? "rtl" : "ltr");

/** Returns the primary subtag: `zh` of `zh-CN`; Norwegian has two names. */
export const primary = (tag: string): string => {
  const language = tag.toLowerCase().split(/[-_]/)[0] ?? "";
  return language === "no" || language === "nn" ? "nb" : language;
};

/**
 * Returns true if a text has words to translate: addresses, numbers, mentions, hashtags and single symbols
 * are the same in every language.
 */
export function hasWords(text: string): boolean {
  const words = text.replace(/<\/?\d{1,3}\/?>/g, " ").trim();
  if (/^(https?:\/\/|www\.)\S+$|^\S+@\S+\.\S+$|^[@#]\S+$/i.test(words)) return false;
  const letters = words.match(/\p{L}/gu)?.length ?? 0;
  const isUnspaced =
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;
  return letters >= 2 || (letters === 1 && isUnspaced.test(words));
}

/**
 * Returns true if `text` needs translation into `target`. `language` is its known language, "" if unknown.
 */
export function needsTranslation(text: string, target: string, language: string): boolean {
  if (!hasWords(text)) return false;
  const script = scriptOf(text);
  const wanted = SCRIPT_OF[primary(target)] ?? "Latin";
  if (script === "Han" && wanted === "Kana") return primary(language) !== "ja";
  if (script !== wanted) return true;
  if (OWN.has(script)) return false;
  // Headings of other languages have Chinese characters alone, too.
  if (script === "Han" && /^(ja|ko)$/.test(primary(language))) return primary(target) === "zh";
  if (script === "Han") return variantOf(language) !== "" && variantOf(language) !== variantOf(target);
  return language === "" || primary(language) !== primary(target);
}

/** Returns the main script of a text; Japanese is recognized by its kana, however few. */
function scriptOf(text: string): Script {
  const counts = Object.entries(SCRIPTS).map(
    ([script, letters]) => [script as Script, text.match(letters)?.length ?? 0] as const,
  );
  const count = (wanted: Script) => counts.find(([script]) => script === wanted)?.[1] ?? 0;
  if (count("Kana") > 0 && count("Han") + count("Kana") >= count("Latin")) return "Kana";
  return counts.reduce((most, one) => (one[1] > most[1] ? one : most))[0];
}

/** Returns the script of a Chinese language tag. */
function variantOf(tag: string): "" | "simplified" | "traditional" {
  if (primary(tag) !== "zh") return "";
  return /-(tw|hk|mo|hant)\b/i.test(tag) ? "traditional" : "simplified";
}
