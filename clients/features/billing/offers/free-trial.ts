import type { BillingCycle, PublicOffer } from "@ensemble/contract/wire";

/** Returns the trial's duration, plan and subsequent price; null: no trial is offered. */
export function trialOf({ trial, plans }: PublicOffer, cycle: BillingCycle) {
  const plan = plans.find(({ id }) => id === trial?.plan);
  const price = plan?.prices[cycle];
  return trial?.days && plan && typeof price === "number" ? { days: trial.days, plan, price } : null;
}
