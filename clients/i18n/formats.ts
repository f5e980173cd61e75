import { isolated } from "./isolated";
import { cut, decimal } from "./short-number";

export { shortNumber } from "./short-number";

const SIZE_UNITS = ["B", "KB", "MB", "GB", "TB"];

/** Formats a size in units of base 1000 (spec §9): 999 B, 1 KB, 20 MB. */
export function fileSize(bytes: number, locale = "en"): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < SIZE_UNITS.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${decimal(cut(value), locale, 1)} ${SIZE_UNITS[unit]}`;
}

export const fullNumber = (value: number, locale = "en") => new Intl.NumberFormat(locale).format(value);

export const dayAndTime = (time: string, locale = "en") =>
  new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" }).format(new Date(time));

export const day = (time: string, locale = "en") =>
  new Intl.DateTimeFormat(locale, { dateStyle: "medium" }).format(new Date(time));

export const timeOfDay = (time: string, locale = "en") =>
  new Intl.DateTimeFormat(locale, { timeStyle: "short" }).format(new Date(time));

/** Keeps a key, an address or a number in its own order inside right-to-left text. */
export const leftToRight = (text: string) => `\u2066${text}\u2069`;

const SPANS: [Intl.RelativeTimeFormatUnit, number][] = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["week", 604_800],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
];

/** Formats a relative time with the largest unit that fits: "3 hours ago", "in 5 minutes", "now". */
export function relativeTime(time: string, now: number, locale = "en"): string {
  const seconds = (new Date(time).getTime() - now) / 1000;
  const format = new Intl.RelativeTimeFormat(locale, { numeric: "auto" });
  for (const [unit, length] of SPANS) {
    if (Math.abs(seconds) >= length) return format.format(Math.trunc(seconds / length), unit);
  }
  return format.format(0, "second");
}

/** Formats a wait: seconds up to a minute and a half, then whole minutes. */
export function aboutTime(seconds: number, locale = "en"): string {
  const short = seconds <= 90;
  const format = { style: "unit", unit: short ? "second" : "minute", unitDisplay: "long" } as const;
  return new Intl.NumberFormat(locale, format).format(short ? seconds : Math.ceil(seconds / 60));
}

/**
 * Joins facts on one line, each isolated in its own text direction, so that a date next to an address is not
 * mixed up.
 */
export const factsLine = (facts: readonly (string | null | undefined)[]): string =>
  facts.flatMap((fact) => (fact ? isolated(fact) : [])).join(" · ");
