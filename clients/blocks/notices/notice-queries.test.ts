import type { ServerNotice } from "@ensemble/contract/wire";
import { describe, expect, test } from "vitest";
import { isClosed, isClosing, isOn, nextChange } from "./notice-queries";

const at = (hour: number) => `2026-11-23T${String(hour).padStart(2, "0")}:00:00Z`;
const ms = (hour: number) => Date.parse(at(hour));

const notice = (change: Partial<ServerNotice>): ServerNotice => ({
  level: "notice",
  text: "Hello",
  starts_at: null,
  ends_at: null,
  changed_at: at(9),
  ...change,
});

describe("a notice", () => {
  test("lasts from its beginning to its end", () => {
    const between = notice({ starts_at: at(10), ends_at: at(12) });
    expect([9, 10, 11, 12].map((hour) => isOn(between, ms(hour)))).toEqual([false, true, true, false]);
    expect(isOn(notice({}), ms(9))).toBe(true);
  });

  test("closes the server only while it lasts, and says so before", () => {
    const closing = notice({ level: "closed", starts_at: at(10), ends_at: at(12) });
    expect([9, 10, 12].map((hour) => isClosed(closing, ms(hour)))).toEqual([false, true, false]);
    expect([9, 10, 12].map((hour) => isClosing(closing, ms(hour)))).toEqual([true, false, false]);
    expect(isClosed(notice({}), ms(9))).toBe(false);
  });

  test("changes by itself at its beginning and its end", () => {
    const between = notice({ starts_at: at(10), ends_at: at(12) });
    expect([9, 10, 12].map((hour) => nextChange(between, ms(hour)))).toEqual([ms(10), ms(12), null]);
  });
});
