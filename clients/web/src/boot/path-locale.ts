import { joinLocale, splitLocale } from "@ensemble/i18n/locale-path";
import { isOffered, type LocaleCode } from "@ensemble/i18n/locales";

/** Locale segment of this visit's addresses: removed before routing, added to every link. */
let segment: LocaleCode | null = null;

export const pathLocale = (): LocaleCode | null => segment;

/** Replaces the locale segment, if there is one; null removes it. */
export function changePathLocale(locale: LocaleCode | null): void {
  if (!segment) return;
  const { pathname } = splitLocale(location.pathname);
  segment = locale;
  history.replaceState(history.state, "", joinLocale(segment, pathname) + location.search + location.hash);
}

export const localeRewrite = {
  input: ({ url }: { url: URL }): URL => {
    const { locale, pathname } = splitLocale(url.pathname);
    if (!locale) return url;
    segment = isOffered(locale) ? locale : null;
    const inner = new URL(url);
    inner.pathname = pathname;
    return inner;
  },
  output: ({ url }: { url: URL }): URL => {
    if (!segment) return url;
    const outer = new URL(url);
    outer.pathname = joinLocale(segment, url.pathname);
    return outer;
  },
};
