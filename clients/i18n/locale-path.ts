import { LOCALES, type LocaleCode } from "./locales";

/**
 * Splits a leading locale segment off a path: `/ar/login` is `ar` and `/login`.
 *
 * Only exact codes of the table count, so that `/{code}` invitations and pages keep their names.
 */
export function splitLocale(pathname: string): { locale: LocaleCode | null; pathname: string } {
  const [, first = "", ...rest] = pathname.split("/");
  const locale = LOCALES.find(({ code }) => code.toLowerCase() === first.toLowerCase())?.code ?? null;
  return locale ? { locale, pathname: `/${rest.join("/")}` } : { locale: null, pathname };
}

/** Adds a locale segment to a path without one; without a locale the path stays unchanged. */
export function joinLocale(locale: LocaleCode | null, pathname: string): string {
  if (!locale) return pathname;
  return pathname === "/" ? `/${locale}` : `/${locale}${pathname}`;
}
