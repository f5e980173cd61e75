import { STEPS_MIN } from "@ensemble/contract/generated/limits/research";
import type { ResearchCost } from "@ensemble/contract/wire";

/** Returns the maximum cost of a plan with this number of topics, from the server's table. */
export const atMost = (cost: ResearchCost, topics: number): { steps: number; spend: number } =>
  cost.at_most[Math.min(topics, cost.at_most.length) - 1] ?? { steps: STEPS_MIN, spend: 0 };

/** Returns the choices of steps before a pause; the last one is all of them. */
export const stepChoices = (all: number): number[] => [
  ...new Set([STEPS_MIN, 10, 20, all].filter((steps) => steps <= all)),
];
