export const decimal = (value: number, locale: string, digits: number) =>
  new Intl.NumberFormat(locale, { maximumFractionDigits: digits, useGrouping: false }).format(value);

/** Truncates instead of rounding up, so that 999,999 is 999.9k and never 1000k. */
export const cut = (value: number) => Math.trunc(value * 10) / 10;

/** Formats with `k` from 1,000 and `m` from 1,000,000 (spec §9): 950, 1k, 1.2k, 3.4m. */
export function shortNumber(value: number, locale = "en"): string {
  const size = Math.abs(value);
  if (size >= 1_000_000) return `${decimal(cut(value / 1_000_000), locale, 1)}m`;
  if (size >= 1_000) return `${decimal(cut(value / 1_000), locale, 1)}k`;
  return decimal(value, locale, 0);
}
