import { describe, expect, test } from "vitest";
import { endOfDay, fromLocalInput, toLocalInput } from "./local-time";

describe("times that are typed", () => {
  test("come back as they were", () => {
    const time = new Date(2026, 10, 23, 18, 30).toISOString();
    expect(toLocalInput(time)).toBe("2026-11-23T18:30");
    expect(fromLocalInput(toLocalInput(time))).toBe(time);
  });

  test("may be none", () => {
    expect(toLocalInput(null)).toBe("");
    expect(fromLocalInput("")).toBeNull();
    expect(fromLocalInput("soon")).toBeNull();
    expect(endOfDay("")).toBeNull();
  });

  test("a day ends where the next one begins", () => {
    expect(endOfDay("2026-12-31")).toBe(new Date(2027, 0, 1).toISOString());
  });
});
