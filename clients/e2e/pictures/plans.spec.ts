import type { Page } from "@playwright/test";
import { call } from "../harness/api.ts";
import { mina, signUpMember } from "../harness/people.ts";
import { order } from "../harness/purchases.ts";
import { test } from "../harness/test.ts";
import { Camera, looks, type Size } from "./camera.ts";
import { type Shot, shown } from "./shots/shot.ts";
import { takeShots } from "./take-shots.ts";

test.use({
  settings: {
    ENSEMBLE__PAYMENTS__HOW_TO_PAY:
      "IBAN XX00 1234 5678, in the name of the harbour club\nأو نقدًا عند أمين الصندوق",
  },
});

const choose = (key: string) => (stage: Parameters<NonNullable<Shot["open"]>>[0]) =>
  stage.press("billing", key);

/** Shots for somebody without a purchase, or with a trial. */
const beforeShots: Shot[] = [
  { name: "sold-pricing", at: "/pricing" },
  {
    name: "sold-pricing-yearly",
    at: "/pricing",
    open: ({ page, say }) => page.getByRole("radio", { name: say("billing", "cycle.yearly") }).click(),
  },
  { name: "sold-none-yet", at: "/subscription" },
  { name: "sold-usage", at: "/settings/usage" },
  { name: "sold-checkout", at: "/checkout?plan=pro&cycle=monthly" },
  { name: "sold-checkout-unknown", at: "/checkout?plan=nothing&cycle=monthly" },
];

const afterShots: Shot[] = [
  { name: "sold-subscription", at: "/subscription" },
  { name: "sold-pricing-mine", at: "/pricing" },
  { name: "sold-upgrade", at: "/checkout?plan=unlimited&cycle=yearly" },
  { name: "sold-credits", at: "/credits" },
  { name: "sold-orders", at: "/billing" },
  { name: "sold-why", at: "/subscription", open: choose("cancel_subscription") },
  {
    name: "sold-why-missing",
    at: "/subscription",
    open: async (stage) => {
      await stage.press("billing", "cancel_subscription");
      await stage.page.getByRole("radio", { name: stage.say("billing", "reason.advise") }).check();
      await stage.press("billing", "next");
    },
  },
  {
    name: "sold-certain",
    at: "/subscription",
    open: async (stage) => {
      await stage.press("billing", "cancel_subscription");
      await stage.page.getByRole("radio", { name: stage.say("billing", "reason.not_used") }).check();
      await stage.press("billing", "next");
      const lower = stage.button("billing", "still_cancel");
      const certain = stage.button("billing", "confirm_cancel");
      await shown(lower.or(certain).first());
      if (await lower.isVisible()) await lower.click();
      await shown(certain);
    },
  },
];

const operatorShots: Shot[] = [
  { name: "sold-plans", at: "/settings/plans" },
  {
    name: "sold-plans-preview",
    at: "/settings/plans",
    open: async (stage) => {
      const plan = stage.page.getByRole("group", { name: "Pro", exact: true });
      await plan.getByLabel(stage.say("billing", "cycle.monthly")).fill("12.90");
      await stage.press("billing", "preview_change");
      await shown(stage.dialog());
    },
  },
  { name: "sold-bookings", at: "/settings/orders" },
  {
    name: "sold-bookings-paid",
    at: "/settings/orders",
    open: ({ page, say }) =>
      page.getByRole("radio", { name: say("billing", "state.paid"), exact: true }).click(),
  },
  {
    name: "sold-mark-paid",
    at: "/settings/orders",
    open: (stage) => stage.press("billing", "mark_paid_order", { who: mina.email }),
  },
];

/** Captures plans, purchases and revenue on a server with billing. */
for (const size of ["wide", "narrow"] as const satisfies Size[]) {
  test(`pictures of plans, ${size}`, async ({ operator, server, browser, anotherBrowser }) => {
    test.setTimeout(600_000);
    const camera = new Camera(browser, size);
    const all = [...beforeShots, ...afterShots, ...operatorShots];
    if (!all.some(({ name }) => looks.some((look) => camera.wants(name, look)))) return;
    const member = await signUpMember(operator, mina, await anotherBrowser());

    const take = (who: Page | null, shots: readonly Shot[]) => takeShots(camera, server.url, who, shots);

    await take(null, [{ name: "sold-pricing-outside", at: "/pricing" }]);
    await take(member, beforeShots);
    const first = await order(member, { plan: "pro", cycle: "monthly" });
    await take(member, [
      { name: "sold-order-open", at: `/checkout?order=${first}` },
      { name: "sold-to-pay", at: "/subscription" },
    ]);
    await call(operator, "POST", `/api/billing/all-orders/${first}/paid`);
    await take(member, [{ name: "sold-order-paid", at: `/checkout?order=${first}` }]);
    const pack = await order(member, { pack: "small" });
    await call(operator, "POST", `/api/billing/all-orders/${pack}/paid`);
    await order(member, { plan: "unlimited", cycle: "yearly" });
    await take(member, afterShots);
    await take(operator, operatorShots);
    await call(member, "POST", "/api/billing/subscription/cancel", { reason: "not_used", feedback: "" });
    await take(member, [{ name: "sold-cancelled", at: "/subscription" }]);
    camera.expectNoFaults();
  });
}
