import { renderIn, serve, TestRefusal } from "@ensemble/blocks/testing";
import type { PublicOffer, Subscription } from "@ensemble/contract/wire";
import { cleanup, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { OrdersPanel } from "./OrdersPanel";
import { SubscriptionPanel } from "./SubscriptionPanel";

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const offer = {
  charging: true,
  currency: "USD",
  trial: null,
  plans: [],
  team_plans: [],
  packs: [],
  promotions: [],
  education: null,
  pack_days: 365,
  refund_days: 0,
  how_to_pay: "",
} satisfies PublicOffer;

const subscription = (portal: boolean) =>
  ({
    phase: "none",
    terms: null,
    period_start: null,
    period_end: null,
    remaining_days: 0,
    grace_end: null,
    cancel_at_end: false,
    renewal_price: null,
    next: null,
    trial_available: false,
    trial_extendable: false,
    trial_reminder_at: null,
    lower: null,
    open_order: null,
    portal,
  }) satisfies Subscription;

const show = (portal: boolean, answer: () => unknown) => {
  serve({
    "GET /api/billing/offer": offer,
    "GET /api/billing/subscription": subscription(portal),
    "GET /api/billing/orders": { items: [], next_cursor: null },
    "POST /api/billing/portal": answer,
  });
  return renderIn(
    <>
      <SubscriptionPanel />
      <OrdersPanel />
    </>,
    { areas: ["billing"] },
  );
};

test("who has no card at a provider is led to no page of its", async () => {
  await show(false, () => new TestRefusal(404, "billing.no_portal", "None"));
  expect(await screen.findByText("No orders yet")).toBeTruthy();
  expect(await screen.findByText("You have no subscription")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Cards and billing at Stripe" })).toBeNull();
});

test("who has one is led there from the subscription and the orders, or told why not", async () => {
  let down = true;
  const assign = vi.spyOn(globalThis.location, "assign").mockReturnValue();
  await show(true, () =>
    down
      ? new TestRefusal(503, "billing.provider_unavailable", "The payment provider does not answer")
      : { page: "https://billing.example/p/1" },
  );
  await vi.waitFor(() =>
    expect(screen.getAllByRole("button", { name: "Cards and billing at Stripe" })).toHaveLength(2),
  );
  const user = userEvent.setup();
  const [first, second] = screen.getAllByRole("button", { name: "Cards and billing at Stripe" });
  if (!first || !second) throw new Error("there are two");
  await user.click(first);
  expect(await screen.findByText("The payment provider does not answer")).toBeTruthy();
  expect(assign).not.toHaveBeenCalled();
  down = false;
  await user.click(second);
  await vi.waitFor(() => expect(assign).toHaveBeenCalledWith("https://billing.example/p/1"));
});
