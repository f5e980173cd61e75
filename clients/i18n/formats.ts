import { isolated } from "./isolated";
import { cut, decimal } from "./short-number";

export { shortNumber } from "./short-number";

const SIZE_UNITS = ["B", "KB", "MB", "GB", "TB"];

/** A size in units of base 1000 (spec §9): 999 B, 1 KB, 20 MB. */
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

/** "3 hours ago", "in 5 minutes", "now": the largest unit that fits. */
export function relativeTime(time: string, now: number, locale = "en"): string {
  const seconds = (new Date(time).getTime() - now) / 1000;
  const format = new Intl.RelativeTimeFormat(locale, { numeric: "auto" });
  for (const [unit, length] of SPANS) {
    if (Math.abs(seconds) >= length) return format.format(Math.trunc(seconds / length), unit);
  }
  return format.format(0, "second");
}

/** A wait as people say it: in seconds up to a minute and a half, then in whole minutes. */
export function aboutTime(seconds: number, locale = "en"): string {
  const short = seconds <= 90;
  const format = { style: "unit", unit: short ? "second" : "minute", unitDisplay: "long" } as const;
  return new Intl.NumberFormat(locale, format).format(short ? seconds : Math.ceil(seconds / 60));
}

/** Facts on one line, each in the direction of its own script: a date beside an address must not mix with it. */
export const factsLine = (facts: readonly (string | null | undefined)[]): string =>
  facts.flatMap((fact) => (fact ? isolated(fact) : [])).join(" · ");
