import { onServer, pathOnServer } from "@ensemble/contract/base-path";
import { joinLocale, splitLocale } from "@ensemble/i18n/locale-path";
import { isOffered, type LocaleCode } from "@ensemble/i18n/locales";

/** Locale segment of this visit's addresses: removed before routing, added to every link. */
let segment: LocaleCode | null = null;

export const pathLocale = (): LocaleCode | null => segment;

/** Replaces the locale segment, if there is one; null removes it. */
export function changePathLocale(locale: LocaleCode | null): void {
  if (!segment) return;
  const { pathname } = splitLocale(pathOnServer(location.pathname));
  segment = locale;
  history.replaceState(history.state, "", outerPath(pathname) + location.search + location.hash);
}

/** Returns the address of a path of the product: under the path of the server, with this visit's locale segment. */
export const outerPath = (path: string): string => onServer(joinLocale(segment, path));

export const pathRewrite = {
  input: ({ url }: { url: URL }): URL => {
    const { locale, pathname } = splitLocale(pathOnServer(url.pathname));
    if (locale) segment = isOffered(locale) ? locale : null;
    if (pathname === url.pathname) return url;
    const inner = new URL(url);
    inner.pathname = pathname;
    return inner;
  },
  output: ({ url }: { url: URL }): URL => {
    const pathname = outerPath(url.pathname);
    if (pathname === url.pathname) return url;
    const outer = new URL(url);
    outer.pathname = pathname;
    return outer;
  },
};
