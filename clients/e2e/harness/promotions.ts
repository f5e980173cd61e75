import type { Page } from "@playwright/test";
import { call } from "./api.ts";

interface Own {
  education?: object;
  trial: object;
  promotions: Record<string, object>;
}

/** Month and day so many days from now, as the offer has them. */
const dayFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(5, 10);

/** Changes the offer of now. */
export async function changeOffer(operator: Page, change: (own: Own) => Partial<Own>): Promise<void> {
  const own = await call<Own>(operator, "GET", "/api/billing/own-offer");
  await call(operator, "PUT", "/api/billing/own-offer", { ...own, ...change(own) });
}

/** Offers something off for the new year, which here is now and for some days more. */
export async function promoteNewYear(operator: Page): Promise<void> {
  const newyear = { on: true, from: dayFromNow(-1), until: dayFromNow(9) };
  await changeOffer(operator, ({ promotions }) => ({
    promotions: { ...promotions, newyear: { ...promotions.newyear, ...newyear } },
  }));
}

/** Offers something off to newcomers, and for the new school year, which here is now and for some days more. */
export async function promote(operator: Page): Promise<void> {
  await changeOffer(operator, ({ promotions }) => ({
    promotions: {
      ...promotions,
      fresh: { ...promotions.fresh, on: true },
      homecoming: { ...promotions.homecoming, on: true, from: dayFromNow(-1), until: dayFromNow(4) },
    },
  }));
}
