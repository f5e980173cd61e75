import { expect, test } from "vitest";
import { savedByYear } from "./PlanCard";

const none = { monthly: null, yearly: null };

// screens.md, 13
test.each([
  [{ monthly: 1_000, yearly: 9_600 }, none, 2_400],
  [{ monthly: 1_000, yearly: 12_000 }, none, null],
  [{ monthly: null, yearly: 9_600 }, none, null],
  [{ monthly: 1_000, yearly: null }, none, null],
  [{ monthly: 1_000, yearly: 9_600 }, { monthly: 500, yearly: 4_800 }, 1_200],
])("a year of %j, later %j, saves %j", (prices, later, saved) => {
  expect(savedByYear({ prices, later })).toBe(saved);
});
