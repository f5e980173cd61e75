import type { MeterUsage } from "@ensemble/contract/wire";
import { describe, expect, test } from "vitest";
import { scarcest } from "./UsageRing";

const meter = (name: MeterUsage["meter"], granted: number | null, left: number | null): MeterUsage => ({
  meter: name,
  granted,
  used: (granted ?? 0) - (left ?? 0),
  left,
  window: "daily",
  resets_at: null,
  low: false,
  lots: [],
});

describe("scarcest", () => {
  test("is the limited meter of which the smallest share is left", () => {
    const meters = [meter("standard_query", 40, 30), meter("advanced_query", 1600, 100)];
    expect(scarcest(meters)?.meter).toBe("advanced_query");
  });

  test("leaves unlimited meters out", () => {
    expect(scarcest([meter("standard_query", null, null)])).toBeNull();
  });
});
