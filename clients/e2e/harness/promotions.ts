import type { Page } from "@playwright/test";
import { call } from "./api.ts";

interface Own {
  education?: object;
  trial: object;
  promotions: Record<string, object>;
}

/** Returns the month and day some days from now, as in an offer. */
const dayFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(5, 10);

/** Changes the current offer. */
export async function changeOffer(operator: Page, change: (own: Own) => Partial<Own>): Promise<void> {
  const own = await call<Own>(operator, "GET", "/api/billing/own-offer");
  await call(operator, "PUT", "/api/billing/own-offer", { ...own, ...change(own) });
}

/** Creates a New Year promotion that runs now and for some more days. */
export async function promoteNewYear(operator: Page): Promise<void> {
  const newyear = { on: true, from: dayFromNow(-1), until: dayFromNow(9) };
  await changeOffer(operator, ({ promotions }) => ({
    promotions: { ...promotions, newyear: { ...promotions.newyear, ...newyear } },
  }));
}

/** Creates promotions for newcomers and for back to school, which run now and for some more days. */
export async function promote(operator: Page): Promise<void> {
  await changeOffer(operator, ({ promotions }) => ({
    promotions: {
      ...promotions,
      fresh: { ...promotions.fresh, on: true },
      homecoming: { ...promotions.homecoming, on: true, from: dayFromNow(-1), until: dayFromNow(4) },
    },
  }));
}
