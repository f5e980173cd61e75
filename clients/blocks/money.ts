import { leftToRight } from "@ensemble/i18n/formats";

/** How many decimals a currency has. */
export const decimalsOf = (currency: string): number =>
  new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions().maximumFractionDigits ?? 2;

/** An amount in the currency's smallest unit as people write it: $9.90, ¥990. */
export const money = (amount: number, currency: string, locale = "en"): string =>
  inOneDirection(
    new Intl.NumberFormat(locale, { style: "currency", currency }).format(
      amount / 10 ** decimalsOf(currency),
    ),
  );

/** What costs nothing, beside what costs something: $0. */
export const nothing = (currency: string, locale = "en"): string =>
  inOneDirection(
    new Intl.NumberFormat(locale, { style: "currency", currency, maximumFractionDigits: 0 }).format(0),
  );

/** Intl gives right-to-left languages a mark before the number, which turns "US$" after it into "$US". */
const inOneDirection = (amount: string): string =>
  amount.startsWith("\u200F") ? leftToRight(amount.slice(1)) : amount;

/** What somebody typed as a price, in the smallest unit; null for what is none. */
export function readPrice(text: string, currency: string): number | null {
  const decimals = decimalsOf(currency);
  const match = /^(\d{1,9})(?:[.,](\d+))?$/.exec(text.trim());
  const fraction = match?.[2] ?? "";
  if (!match || fraction.length > decimals) return null;
  return Number(match[1]) * 10 ** decimals + Number(fraction.padEnd(decimals, "0") || "0");
}

/** A price as it stands in a field: 9.90. */
export const writePrice = (amount: number | null, currency: string): string =>
  amount === null ? "" : (amount / 10 ** decimalsOf(currency)).toFixed(decimalsOf(currency));
