import { describe, expect, test } from "vitest";
import { dayOf, pickedOf, timesOf, tomorrow } from "./times";

const ZONE = "Europe/Berlin";
const base = tomorrow(ZONE, new Date("2026-11-20T12:00:00Z"));

describe("picked times", () => {
  test("begin tomorrow at 8, every day", () => {
    expect(timesOf(base)).toEqual({ start: "2026-11-21T08:00", zone: ZONE, rule: "FREQ=DAILY" });
    expect(dayOf("2026-11-21")).toBe("SA");
  });

  test("become rules and are read from them again", () => {
    const rules = {
      once: null,
      hours: "FREQ=HOURLY;INTERVAL=2",
      days: "FREQ=DAILY;INTERVAL=2",
      weekdays: "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR",
      weeks: "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,FR",
      months: "FREQ=MONTHLY;INTERVAL=2;BYMONTHDAY=21",
      years: "FREQ=YEARLY;INTERVAL=2",
    } as const;
    for (const [repeat, rule] of Object.entries(rules)) {
      const picked = {
        ...base,
        repeat: repeat as keyof typeof rules,
        interval: 2,
        days: ["FR", "MO"] as const,
      };
      expect(timesOf(picked).rule, repeat).toBe(rule);
      expect(pickedOf(timesOf(picked)).repeat).toBe(repeat);
      expect(timesOf(pickedOf(timesOf(picked)))).toEqual(timesOf(picked));
    }
    const last = { ...base, repeat: "months" as const, lastDay: true };
    expect(timesOf(last).rule).toBe("FREQ=MONTHLY;BYMONTHDAY=-1");
    expect(pickedOf(timesOf(last)).lastDay).toBe(true);
  });

  test("that the fields cannot show are kept as they are", () => {
    for (const rule of [
      "FREQ=MONTHLY;BYDAY=-1FR",
      "FREQ=DAILY;BYHOUR=8,18;BYMINUTE=0",
      "FREQ=DAILY;COUNT=3",
    ]) {
      const picked = pickedOf({ start: "2026-11-27T08:00", zone: ZONE, rule });
      expect(picked.repeat).toBe("custom");
      expect(timesOf(picked).rule).toBe(rule);
    }
  });
});
