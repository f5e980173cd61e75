import { useLocale, useText } from "@ensemble/i18n/text";
import type { ScheduleTimes } from "./operations";
import { DAYS, type Day, pickedOf } from "./times";

/** A Monday, from which the names of days are counted. */
const MONDAY = Date.UTC(2024, 0, 1, 12);
const DAY_MS = 86_400_000;

/** Returns the name of a day of the week. */
export function dayName(day: Day, locale: string, weekday: "long" | "short" = "long"): string {
  const date = new Date(MONDAY + DAYS.indexOf(day) * DAY_MS);
  return new Intl.DateTimeFormat(locale, { weekday, timeZone: "UTC" }).format(date);
}

/** Returns a function that says times in words: "Every weekday at 8:00 AM". */
export function useTimesText(): (times: ScheduleTimes) => string {
  const text = useText("schedules");
  const { locale } = useLocale();
  return (times) => {
    const { repeat, interval, days, lastDay } = pickedOf(times);
    const start = new Date(`${times.start}:00Z`);
    const format = (options: Intl.DateTimeFormatOptions) =>
      new Intl.DateTimeFormat(locale, { ...options, timeZone: "UTC" }).format(start);
    const time = format({ hour: "numeric", minute: "2-digit" });
    const values = { count: interval, time };
    switch (repeat) {
      case "once":
        return text("times.once", { date: format({ dateStyle: "medium" }), time });
      case "hours":
        return text("times.hours", { count: interval });
      case "days":
        return text("times.days", values);
      case "weekdays":
        return text("times.weekdays", { time });
      case "weeks": {
        const names = days.map((day) => dayName(day, locale));
        const list = new Intl.ListFormat(locale, { type: "conjunction" }).format(names);
        return text("times.weeks", { ...values, days: list });
      }
      case "months":
        return lastDay
          ? text("times.months_last", values)
          : text("times.months", { ...values, day: start.getUTCDate() });
      case "years":
        return text("times.years", { ...values, date: format({ month: "long", day: "numeric" }) });
      case "custom":
        return text("times.custom", { rule: `\u2066${times.rule}\u2069` });
    }
  };
}

/** Returns a function for a moment in a time zone: "Mon, Nov 30, 8:00 AM". */
export function useMomentText(): (moment: string, zone: string) => string {
  const { locale } = useLocale();
  return (moment, timeZone) =>
    new Intl.DateTimeFormat(locale, {
      weekday: "short",
      month: "short",
      day: "numeric",
      hour: "numeric",
      minute: "2-digit",
      timeZone,
    }).format(new Date(moment));
}
