import { splitLocale } from "@ensemble/i18n/locale-path";

const BASE = "https://here.invalid";

/** Pages that are no valid target after signing in. */
const NOT_AFTER_SIGN_IN = /^\/(login|sign-up|reset-password|auth-landing)(\/|\?|#|$)/;

/**
 * Returns the path of this site to open after signing in, or "/" if `wish` is anything else.
 *
 * A link can carry any text: another origin, `//host`, `/\host`, a scheme, control characters that browsers
 * drop while parsing. Only a plain path is accepted.
 */
export function safeRedirect(wish: unknown): string {
  if (typeof wish !== "string" || !wish.startsWith("/") || wish.length > 2000) return "/";
  // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers drop these while parsing, so they hide "//"
  if (/[\u0000-\u0020\u007f\\]/.test(wish)) return "/";
  if (!URL.canParse(wish, BASE)) return "/";
  const url = new URL(wish, BASE);
  if (url.origin !== BASE || url.pathname.startsWith("//")) return "/";
  const path = splitLocale(url.pathname).pathname;
  const clean = `${path}${url.search}${url.hash}`;
  return path.startsWith("//") || NOT_AFTER_SIGN_IN.test(clean) ? "/" : clean;
}
