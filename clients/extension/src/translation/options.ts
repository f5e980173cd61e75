import { LANGUAGES, languageOf } from "@ensemble/feature-translation/languages";

/** Shortcut that translates the paragraph under the pointer. */
export const HOVER_KEYS = ["off", "Control", "Alt", "Shift"] as const;
export type HoverKey = (typeof HOVER_KEYS)[number];

/** Styles by which a translation differs from its paragraph. */
export const LOOKS = ["plain", "muted", "bar", "underline"] as const;
export type Look = (typeof LOOKS)[number];

/** A person's settings for translation on pages. */
export interface TranslationOptions {
  /** Target language for pages. */
  target: string;
  hoverKey: HoverKey;
  /** True if three spaces at the end of a field translate its text. */
  inputBox: boolean;
  /** Target language for fields. */
  inputTarget: string;
  /** Main content only, or the whole page. */
  scope: "main" | "all";
  look: Look;
  /** Hosts that are translated automatically. */
  always: readonly string[];
}

/** Parses stored options of any shape, with defaults for this locale. */
export function readOptions(stored: unknown, locale: string): TranslationOptions {
  const given = (typeof stored === "object" && stored !== null ? stored : {}) as Partial<
    Record<keyof TranslationOptions, unknown>
  >;
  const target = tagOr(given.target, languageOf(locale));
  return {
    target,
    hoverKey: oneOf(HOVER_KEYS, given.hoverKey, "off"),
    inputBox: given.inputBox === true,
    inputTarget: tagOr(given.inputTarget, target === "en" ? "es" : "en"),
    scope: given.scope === "all" ? "all" : "main",
    look: oneOf(LOOKS, given.look, "muted"),
    always: Array.isArray(given.always) ? given.always.filter((host) => typeof host === "string") : [],
  };
}

const tagOr = (value: unknown, other: string): string => LANGUAGES.find((tag) => tag === value) ?? other;

const oneOf = <T extends string>(all: readonly T[], value: unknown, other: T): T =>
  all.find((one) => one === value) ?? other;
