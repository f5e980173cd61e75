import type { ScheduleTimes } from "./operations";

/** Days of the week as rules name them, Monday first. */
export const DAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"] as const;
export type Day = (typeof DAYS)[number];

const WORKDAYS: readonly Day[] = DAYS.slice(0, 5);

export const REPEATS = ["once", "hours", "days", "weekdays", "weeks", "months", "years", "custom"] as const;
export type Repeat = (typeof REPEATS)[number];

/** Times as they are picked. */
export interface Picked {
  repeat: Repeat;
  /** First day: `2026-11-30`. */
  date: string;
  /** `08:00`. */
  time: string;
  /** Number of units from one time to the next. */
  interval: number;
  days: readonly Day[];
  /** True if a month's last day is meant, not its day of the first date. */
  lastDay: boolean;
  /** Rule that the fields cannot show. */
  rule: string;
  zone: string;
}

/** Returns times that begin tomorrow at 8. */
export function tomorrow(zone: string, now: Date): Picked {
  const date = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1, 12);
  const iso = date.toISOString().slice(0, 10);
  return {
    repeat: "days",
    date: iso,
    time: "08:00",
    interval: 1,
    days: [dayOf(iso)],
    lastDay: false,
    rule: "",
    zone,
  };
}

/** Returns the day of the week of a date. */
export function dayOf(date: string): Day {
  const day = new Date(`${date}T12:00:00Z`).getUTCDay();
  return DAYS[(day + 6) % 7] ?? "MO";
}

/** Returns the times that are picked, as the server takes them. */
export function timesOf(picked: Picked): ScheduleTimes {
  return { start: `${picked.date}T${picked.time}`, zone: picked.zone, rule: ruleOf(picked) };
}

function ruleOf({ repeat, interval, days, lastDay, date, rule }: Picked): string | null {
  const every = (frequency: string) => `FREQ=${frequency}${interval > 1 ? `;INTERVAL=${interval}` : ""}`;
  const chosen = days.length > 0 ? days : [dayOf(date)];
  switch (repeat) {
    case "once":
      return null;
    case "hours":
      return every("HOURLY");
    case "days":
      return every("DAILY");
    case "weekdays":
      return `FREQ=WEEKLY;BYDAY=${WORKDAYS.join(",")}`;
    case "weeks":
      return `${every("WEEKLY")};BYDAY=${DAYS.filter((day) => chosen.includes(day)).join(",")}`;
    case "months":
      return `${every("MONTHLY")};BYMONTHDAY=${lastDay ? -1 : Number(date.slice(8))}`;
    case "years":
      return every("YEARLY");
    case "custom":
      return rule;
  }
}

/** Returns the fields that show times; a rule that they cannot show is `custom`. */
export function pickedOf({ start, zone, rule }: ScheduleTimes): Picked {
  const [date = "", time = ""] = start.split("T");
  const base = { date, time, interval: 1, days: [dayOf(date)], lastDay: false, rule: rule ?? "", zone };
  if (rule === null) return { ...base, repeat: "once" };
  const candidates = candidatesFor(rule, { ...base, repeat: "custom" });
  return candidates.find((picked) => ruleOf(picked) === rule) ?? { ...base, repeat: "custom" };
}

function candidatesFor(rule: string, base: Picked): Picked[] {
  const parts = new Map(rule.split(";").map((part) => part.split("=", 2) as [string, string]));
  const interval = Number(parts.get("INTERVAL") ?? 1);
  const listed = parts.get("BYDAY")?.split(",") ?? [];
  const days = DAYS.filter((day) => listed.includes(day));
  const lastDay = parts.get("BYMONTHDAY") === "-1";
  return REPEATS.map((repeat) => ({
    ...base,
    repeat,
    interval,
    lastDay,
    days: days.length > 0 ? days : base.days,
  })).filter(({ repeat }) => repeat !== "custom" && repeat !== "once");
}
