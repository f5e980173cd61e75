import { leftToRight } from "@ensemble/i18n/formats";

/** Returns the number of decimals of a currency. */
export const decimalsOf = (currency: string): number =>
  new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions().maximumFractionDigits ?? 2;

/** Formats an amount in the currency's smallest unit: $9.90, ¥990. */
export const money = (amount: number, currency: string, locale = "en"): string =>
  inOneDirection(
    new Intl.NumberFormat(locale, { style: "currency", currency }).format(
      amount / 10 ** decimalsOf(currency),
    ),
  );

/**
 * Formats an amount in millionths of the currency with its usual decimals, or with all of them if it is
 * smaller than those show.
 */
export const moneyOfMicros = (micros: number, currency: string, locale = "en"): string => {
  const decimals = decimalsOf(currency);
  const isSmall = micros !== 0 && Math.abs(micros) < 10 ** (6 - decimals);
  const format = { style: "currency", currency, maximumFractionDigits: isSmall ? 6 : decimals } as const;
  return inOneDirection(new Intl.NumberFormat(locale, format).format(micros / 1_000_000));
};

/** Parses a typed amount into millionths; null if it is invalid or ambiguous, such as 1,250. */
export function readMicros(text: string): number | null {
  const match = /^(\d{1,9})(?:\.(\d{1,6})|,(\d{1,2}))?$/.exec(text.trim());
  const fraction = match?.[2] ?? match?.[3] ?? "";
  return match ? Number(match[1]) * 1_000_000 + Number(fraction.padEnd(6, "0")) : null;
}

/** Formats millionths for a field: 12.5, 20. */
export const writeMicros = (micros: number | null): string =>
  micros === null ? "" : (micros / 1_000_000).toFixed(6).replace(/\.?0+$/, "");

/** Formats a zero amount for display beside others: $0. */
export const nothing = (currency: string, locale = "en"): string =>
  inOneDirection(
    new Intl.NumberFormat(locale, { style: "currency", currency, maximumFractionDigits: 0 }).format(0),
  );

/**
 * Isolates an amount: in right-to-left languages Intl adds a mark that would turn "US$" after the number into
 * "$US".
 */
const inOneDirection = (amount: string): string =>
  amount.startsWith("\u200F") ? leftToRight(amount.slice(1)) : amount;

/** Parses a typed price into the smallest unit; null if it is invalid. */
export function readPrice(text: string, currency: string): number | null {
  const decimals = decimalsOf(currency);
  const match = /^(\d{1,9})(?:[.,](\d+))?$/.exec(text.trim());
  const fraction = match?.[2] ?? "";
  if (!match || fraction.length > decimals) return null;
  return Number(match[1]) * 10 ** decimals + Number(fraction.padEnd(decimals, "0") || "0");
}

/** Formats a price for a field: 9.90. */
export const writePrice = (amount: number | null, currency: string): string =>
  amount === null ? "" : (amount / 10 ** decimalsOf(currency)).toFixed(decimalsOf(currency));
