import type { ResearchCost } from "@ensemble/contract/wire";
import { expect, test } from "vitest";
import { atMost, stepChoices } from "./plan-cost";

const cost = {
  at_most: [
    { steps: 14, spend: 8 },
    { steps: 18, spend: 10 },
  ],
} as unknown as ResearchCost;

test("what a plan takes is what the server says for so many topics", () => {
  expect(atMost(cost, 2)).toEqual({ steps: 18, spend: 10 });
  expect(atMost(cost, 5)).toEqual({ steps: 18, spend: 10 });
  expect(atMost(cost, 0)).toEqual({ steps: 5, spend: 0 });
});

test("one can choose to look in earlier, and never fewer steps than the server takes", () => {
  expect(stepChoices(22)).toEqual([5, 10, 20, 22]);
  expect(stepChoices(14)).toEqual([5, 10, 14]);
});
