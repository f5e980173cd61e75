import { renderIn, serve, testOffer, testSubscription } from "@ensemble/blocks/testing";
import { cleanup, screen } from "@testing-library/react";
import { afterEach, describe, expect, test } from "vitest";
import { SubscriptionPanel } from "./subscription/SubscriptionPanel";

const zone = process.env.TZ;
afterEach(() => {
  cleanup();
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
});

const ends = testSubscription({
  phase: "active",
  terms: { plan: "pro", cycle: "monthly", seats: 1, price: 990, currency: "USD" },
  period_start: "2026-11-20T12:00:00Z",
  period_end: "2026-12-20T12:00:00Z",
  remaining_days: 30,
  cancel_at_end: true,
});

// A mail says the same moment with its hour and "UTC"; a page says the day that it is then where its reader is.
describe("the day on which a period ends", () => {
  test.each([
    ["Pacific/Kiritimati", "Dec 21, 2026"],
    ["UTC", "Dec 20, 2026"],
    ["Pacific/Pago_Pago", "Dec 20, 2026"],
  ])("is that of its reader in %s", async (readersZone, shown) => {
    process.env.TZ = readersZone;
    serve({ "GET /api/billing/offer": testOffer(), "GET /api/billing/subscription": ends });
    await renderIn(<SubscriptionPanel />, { areas: ["billing"] });
    expect((await screen.findAllByText(new RegExp(shown))).length).toBeGreaterThan(0);
    expect(screen.queryByText(/Dec 19, 2026/)).toBeNull();
  });

  test("is the day before, where the period ends early in the day and its reader is far in the west", async () => {
    process.env.TZ = "Pacific/Pago_Pago";
    const early = { ...ends, period_end: "2026-12-20T00:30:00Z" };
    serve({ "GET /api/billing/offer": testOffer(), "GET /api/billing/subscription": early });
    await renderIn(<SubscriptionPanel />, { areas: ["billing"] });
    expect((await screen.findAllByText(/Dec 19, 2026/)).length).toBeGreaterThan(0);
  });
});
