import { renderIn, serve, TestRefusal, testOffer, testSubscription } from "@ensemble/blocks/testing";
import { cleanup, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { OrdersPanel } from "./orders/OrdersPanel";
import { SubscriptionPanel } from "./subscription/SubscriptionPanel";

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const show = (portal: boolean, answer: () => unknown) => {
  serve({
    "GET /api/billing/offer": testOffer({ refund_days: 0 }),
    "GET /api/billing/subscription": testSubscription({ portal }),
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
  expect(await screen.findByText("No subscription")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Manage cards and billing in Stripe" })).toBeNull();
});

test("who has one is led there from the subscription and the orders, or told why not", async () => {
  let down = true;
  const assign = vi.spyOn(globalThis.location, "assign").mockReturnValue();
  await show(true, () =>
    down
      ? new TestRefusal(503, "billing.provider_unavailable", "The payment provider isn't responding")
      : { page: "https://billing.example/p/1" },
  );
  await vi.waitFor(() =>
    expect(screen.getAllByRole("button", { name: "Manage cards and billing in Stripe" })).toHaveLength(2),
  );
  const user = userEvent.setup();
  const [first, second] = screen.getAllByRole("button", { name: "Manage cards and billing in Stripe" });
  if (!first || !second) throw new Error("there are two");
  await user.click(first);
  expect(await screen.findByText("The payment provider isn't responding")).toBeTruthy();
  expect(assign).not.toHaveBeenCalled();
  down = false;
  await user.click(second);
  await vi.waitFor(() => expect(assign).toHaveBeenCalledWith("https://billing.example/p/1"));
});
