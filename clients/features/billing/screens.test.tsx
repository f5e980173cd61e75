import { renderIn, serve, TestRefusal, testOffer, testSubscription } from "@ensemble/blocks/testing";
import type { Order, PublicOffer, Quote, Subscription } from "@ensemble/contract/wire";
import { cleanup, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { afterEach, describe, expect, test, vi } from "vitest";
import { OnboardingPage } from "./offers/OnboardingPage";
import { PricingPage } from "./offers/PricingPage";
import { parts } from "./offers/Promotions";
import { CheckoutPage, PaidPage } from "./orders/CheckoutPage";
import { SubscriptionPanel } from "./subscription/SubscriptionPanel";

afterEach(cleanup);

const plan = (id: string, name: string, monthly: number | null): PublicOffer["plans"][number] => ({
  id,
  name,
  prices: { monthly, yearly: monthly === null ? null : monthly * 10 },
  promoted: { monthly: null, yearly: null },
  later: { monthly, yearly: monthly === null ? null : monthly * 10 },
  allowances: [{ meter: "standard_query", amount: 40, window: "daily" }],
  advanced_models: monthly !== null,
  custom_context: monthly !== null,
  automatic_search: monthly !== null,
  memory_items: monthly === null ? 0 : 100,
});

const offer = testOffer({
  trial: { plan: "pro", days: 7, extension_days: 7 },
  plans: [plan("free", "Free", null), plan("pro", "Pro", 990), plan("pro_plus", "Pro+", 1990)],
  packs: [{ name: "small", credits: 500, price: 490 }],
});

const subscription = (change: Partial<Subscription> = {}) =>
  testSubscription({
    phase: "active",
    terms: { plan: "pro_plus", cycle: "monthly", seats: 1, price: 1990, currency: "USD" },
    period_start: "2026-11-20T12:00:00Z",
    period_end: "2026-12-20T12:00:00Z",
    remaining_days: 30,
    lower: { plan: "pro", cycle: "monthly", seats: 1, price: 990, currency: "USD" },
    ...change,
  });

const quote: Quote = {
  kind: "upgrade",
  plan: "pro_plus",
  cycle: "monthly",
  seats: 1,
  pack: null,
  credits: null,
  price: 1990,
  remaining_days: 19,
  credit: 627,
  discount: 0,
  promotion: null,
  amount: 1363,
  currency: "USD",
  starts_at: "2026-11-20T12:00:00Z",
  ends_at: "2026-12-20T12:00:00Z",
};

const order = (change: Partial<Order> = {}): Order => ({
  id: "019a0000-0000-7000-8000-00000000000a",
  kind: "upgrade",
  plan: "pro_plus",
  cycle: "monthly",
  seats: 1,
  pack: null,
  credits: null,
  price: 1990,
  credit: 627,
  discount: 0,
  amount: 1363,
  currency: "USD",
  state: "open",
  reason: "",
  provider: "manual",
  page: null,
  pay_by: null,
  refund_due: false,
  created_at: "2026-11-20T12:00:00Z",
  paid_at: null,
  ...change,
});

const show = (ui: ReactNode) => renderIn(ui, { areas: ["billing"] });

describe("the prices", () => {
  test("are shown by the month and by the year, and lead to the checkout", async () => {
    serve({
      "GET /api/billing/offer": offer,
      "GET /api/billing/subscription": subscription({ phase: "none", terms: null, trial_available: true }),
    });
    await show(<PricingPage />);
    expect(await screen.findByText("$9.90")).toBeTruthy();
    expect(await screen.findByText("Try Pro free for 7 days")).toBeTruthy();
    await userEvent.setup().click(screen.getByRole("radio", { name: "Yearly" }));
    expect(screen.getByText("$99.00")).toBeTruthy();
    const link = screen.getByRole("link", { name: "Choose Pro" });
    expect(link.getAttribute("href")).toBe("/checkout?plan=pro&cycle=yearly");
  });

  test("say what runs, what the first period costs, and count down", async () => {
    const [free, pro] = offer.plans;
    if (!free || !pro) throw new Error("there are two plans");
    serve({
      "GET /api/billing/offer": {
        ...offer,
        plans: [free, { ...pro, promoted: { monthly: 792, yearly: null } }],
        promotions: [
          {
            id: "fresh",
            kind: "newcomer",
            percent_off: 20,
            cycles: ["monthly"],
            ends_at: "2026-11-21T12:00:00Z",
            seconds_left: 90_000,
          },
        ],
      } satisfies PublicOffer,
      "GET /api/billing/subscription": subscription({ phase: "none", terms: null }),
    });
    await show(<PricingPage />);
    expect(await screen.findByText("$7.92")).toBeTruthy();
    expect(screen.getByText("Then $9.90 per month.")).toBeTruthy();
    expect(screen.getByText("Welcome offer")).toBeTruthy();
    expect(screen.getByRole("timer").textContent).toMatch(/1 day and .*0(1:00:00|0:59:5\d).* left/);
    // It applies to monthly plans: the yearly ones say so, with a link back.
    const user = userEvent.setup();
    await user.click(screen.getByRole("radio", { name: "Yearly" }));
    expect(screen.getByText("20% off the first month")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "See monthly prices" }));
    expect(screen.getByText("$7.92")).toBeTruthy();
  });

  test("are none where nothing is charged", async () => {
    serve({ "GET /api/billing/offer": { ...offer, charging: false, plans: [], packs: [], trial: null } });
    const { container } = await show(<PricingPage />);
    expect(await screen.findByText("Everything here is free")).toBeTruthy();
    expect(container.textContent).not.toContain("$");
  });
});

describe("beginning", () => {
  test("is for nothing, or with a plan", async () => {
    serve({
      "GET /api/billing/offer": offer,
      "GET /api/billing/subscription": subscription({ phase: "none", terms: null, trial_available: true }),
    });
    await show(<OnboardingPage />);
    const free = await screen.findByRole("link", { name: "Start for free" });
    expect(free.getAttribute("href")).toBe("/home/chat");
    const link = await screen.findByRole("link", { name: "Choose Pro" });
    expect(link.getAttribute("href")).toBe("/checkout?plan=pro&cycle=monthly");
    expect(await screen.findByText("Try Pro free for 7 days")).toBeTruthy();
  });

  test("is chatting, where nothing is charged", async () => {
    serve({ "GET /api/billing/offer": { ...offer, charging: false, plans: [], packs: [], trial: null } });
    await show(<OnboardingPage />);
    expect(await screen.findByText("You have access to everything.")).toBeTruthy();
    expect(screen.getByRole("link", { name: "Start chatting" }).getAttribute("href")).toBe("/home/chat");
  });
});

test("what is left is counted in days and on a clock", () => {
  expect(parts(90_061)).toEqual({ days: 1, clock: "\u206601:01:01\u2069" });
  expect(parts(0)).toEqual({ days: 0, clock: "\u206600:00:00\u2069" });
});

describe("what is past due", () => {
  const pastDue = (change: Partial<Subscription> = {}) =>
    subscription({ phase: "past_due", grace_end: "2026-12-27T12:00:00Z", lower: null, ...change });
  const bill = order({ kind: "renew", credit: 0, amount: 1990, provider: "stripe" });

  test("is paid by its bill, from the subscription and from the prices", async () => {
    serve({
      "GET /api/billing/offer": offer,
      "GET /api/billing/subscription": pastDue({ open_order: bill }),
    });
    await show(<SubscriptionPanel />);
    const link = await screen.findByRole("link", { name: "View order" });
    expect(link.getAttribute("href")).toBe(`/checkout?order=${bill.id}`);
    cleanup();
    await show(<PricingPage />);
    const pay = await screen.findByRole("link", { name: "Pay now" });
    expect(pay.getAttribute("href")).toBe(`/checkout?order=${bill.id}`);
  });

  test("is ordered anew where its bill was closed", async () => {
    serve({ "GET /api/billing/offer": offer, "GET /api/billing/subscription": pastDue() });
    await show(<SubscriptionPanel />);
    const link = await screen.findByRole("link", { name: "Pay now" });
    expect(link.getAttribute("href")).toBe("/checkout?plan=pro_plus&cycle=monthly");
    expect(screen.getByText("$19.90 due")).toBeTruthy();
    cleanup();
    await show(<PricingPage />);
    const pay = await screen.findByRole("link", { name: "Pay now" });
    expect(pay.getAttribute("href")).toBe("/checkout?plan=pro_plus&cycle=monthly");
  });

  test("has a page when its payer comes, also when the provider answers late", async () => {
    const page = "https://pay.example/1";
    let is: Order = bill;
    let down = true;
    serve({
      "GET /api/billing/offer": offer,
      [`GET /api/billing/orders/${bill.id}`]: () => is,
      [`POST /api/billing/orders/${bill.id}/check`]: () => {
        if (down) return new TestRefusal(502, "billing.payment_failed", "Payment Failed");
        is = { ...bill, page };
        return is;
      },
    });
    await show(<CheckoutPage item={null} orderId={bill.id} />);
    expect(await screen.findByText(/Payment Failed/)).toBeTruthy();
    down = false;
    await userEvent.setup().click(screen.getByRole("button", { name: "Try again" }));
    const link = await screen.findByRole("link", { name: "Pay now" });
    expect(link.getAttribute("href")).toBe(page);
  });
});

describe("the checkout", () => {
  test("shows every amount, and orders for just what it showed", async () => {
    const seen = serve({
      "GET /api/billing/offer": offer,
      "POST /api/billing/quotes": quote,
      "POST /api/billing/orders": order(),
    });
    const { navigate } = await show(
      <CheckoutPage item={{ plan: "pro_plus", cycle: "monthly" }} orderId={null} />,
    );
    expect((await screen.findByTestId("due-now")).textContent).toBe("$13.63");
    expect(screen.getByText("-$6.27")).toBeTruthy();
    expect(await screen.findByText("Money-back guarantee within 14 days of payment.")).toBeTruthy();
    await userEvent.setup().click(screen.getByRole("button", { name: "Pay $13.63" }));
    await vi.waitFor(() => expect(navigate).toHaveBeenCalledTimes(1));
    const sent = seen.find(({ method, path }) => method === "POST" && path === "/api/billing/orders");
    expect(sent?.body).toMatchObject({
      item: { plan: "pro_plus", cycle: "monthly" },
      amount: 1363,
      currency: "USD",
    });
  });

  test("says so when the price has changed, and shows the new one", async () => {
    let amount = 1363;
    serve({
      "GET /api/billing/offer": offer,
      "POST /api/billing/quotes": () => ({ ...quote, amount }),
      "POST /api/billing/orders": () => {
        amount = 1400;
        return new TestRefusal(409, "billing.price_changed", "The price has changed.", { amount: "1400" });
      },
    });
    await show(<CheckoutPage item={{ plan: "pro_plus", cycle: "monthly" }} orderId={null} />);
    await userEvent.setup().click(await screen.findByRole("button", { name: "Pay $13.63" }));
    expect(await screen.findByText("The price has changed. Please review it.")).toBeTruthy();
    expect(await screen.findByRole("button", { name: "Pay $14.00" })).toBeTruthy();
  });

  // spec §8: "checkout failure from high transaction volume (wait, then "Try again")"
  test("tries again with another order after one whose payment could not begin", async () => {
    let down = true;
    const seen = serve({
      "GET /api/billing/offer": offer,
      "POST /api/billing/quotes": quote,
      "POST /api/billing/orders": () =>
        down ? new TestRefusal(502, "billing.payment_failed", "Payment Failed") : order(),
    });
    const { navigate } = await show(
      <CheckoutPage item={{ plan: "pro_plus", cycle: "monthly" }} orderId={null} />,
    );
    const user = userEvent.setup();
    await user.click(await screen.findByRole("button", { name: "Pay $13.63" }));
    down = false;
    await user.click(await screen.findByRole("button", { name: "Try again" }));
    await vi.waitFor(() => expect(navigate).toHaveBeenCalledTimes(1));
    const sent = seen.filter(({ method, path }) => method === "POST" && path === "/api/billing/orders");
    const ids = sent.map(({ body }) => (body as { id: string }).id);
    expect(new Set(ids).size).toBe(2);
  });

  test("sends the same order again where no answer came", async () => {
    let down = true;
    const seen = serve({
      "GET /api/billing/offer": offer,
      "POST /api/billing/quotes": quote,
      "POST /api/billing/orders": () =>
        down ? new TestRefusal(503, "api.overloaded", "Please try again") : order(),
    });
    const { navigate } = await show(
      <CheckoutPage item={{ plan: "pro_plus", cycle: "monthly" }} orderId={null} />,
    );
    const user = userEvent.setup();
    await user.click(await screen.findByRole("button", { name: "Pay $13.63" }));
    await vi.waitFor(() => expect(seen.filter(({ path }) => path === "/api/billing/orders")).toHaveLength(1));
    down = false;
    await user.click(await screen.findByRole("button", { name: "Pay $13.63" }));
    await vi.waitFor(() => expect(navigate).toHaveBeenCalledTimes(1));
    const sent = seen.filter(({ method, path }) => method === "POST" && path === "/api/billing/orders");
    const ids = sent.map(({ body }) => (body as { id: string }).id);
    expect([sent.length, new Set(ids).size]).toEqual([2, 1]);
  });

  test("leads from an order that came to nothing to ordering it anew", async () => {
    for (const [is, to] of [
      [order({ state: "failed", reason: "declined" }), "/checkout?plan=pro_plus&cycle=monthly"],
      [order({ plan: "team", state: "failed" }), "/checkout?plan=team&cycle=monthly&seats=1"],
      [order({ state: "cancelled", reason: "expired" }), "/checkout?plan=pro_plus&cycle=monthly"],
      [
        order({ state: "failed", plan: null, cycle: null, pack: "small", credits: 500 }),
        "/checkout?pack=small",
      ],
      [order({ state: "cancelled", reason: "by_buyer" }), null],
      [order({ kind: "renew", state: "cancelled", reason: "expired" }), null],
      [order({ state: "paid" }), null],
    ] as const) {
      serve({
        "GET /api/billing/offer": { ...offer, team_plans: [plan("team", "Team", 2490)] },
        [`GET /api/billing/orders/${is.id}`]: is,
      });
      await show(<CheckoutPage item={null} orderId={is.id} />);
      await screen.findByRole("link", { name: /^View / });
      // What is known of the plans may come after the order.
      await vi.waitFor(() => {
        const link = screen.queryByRole("link", { name: "Try again" });
        expect(link?.getAttribute("href") ?? null).toBe(to);
      });
      cleanup();
    }
  });

  test("says until when an upgrade may be paid, and why it was closed", async () => {
    let is = order({ pay_by: "2026-11-22T12:00:00Z" });
    serve({ "GET /api/billing/offer": offer, [`GET /api/billing/orders/${is.id}`]: () => is });
    await show(<CheckoutPage item={null} orderId={is.id} />);
    expect(
      await screen.findByText(/^Please pay by Nov 22, 2026.*the credit for your current plan changes/),
    ).toBeTruthy();
    cleanup();
    is = order({ state: "cancelled", reason: "credit_changed" });
    await show(<CheckoutPage item={null} orderId={is.id} />);
    expect(await screen.findByText(/credit for your current plan has changed/)).toBeTruthy();
  });

  test("says that money for a closed order is refunded", async () => {
    const closed = order({ state: "cancelled", reason: "by_buyer", refund_due: true });
    serve({ "GET /api/billing/offer": offer, [`GET /api/billing/orders/${closed.id}`]: closed });
    await show(<CheckoutPage item={null} orderId={closed.id} />);
    expect(await screen.findByText("Refund due")).toBeTruthy();
    expect(screen.getByText(/^Your payment arrived after the order was closed/)).toBeTruthy();
  });

  test("shows who has paid what they have by it, and leads on", async () => {
    const paid = order({ state: "paid", plan: "pro", paid_at: "2026-11-20T12:05:00Z" });
    serve({ "GET /api/billing/offer": offer, [`GET /api/billing/orders/${paid.id}`]: paid });
    await show(<PaidPage orderId={paid.id} />);
    expect(await screen.findByText("Payment received. Thank you! Everything is unlocked.")).toBeTruthy();
    expect(await screen.findByText("Standard queries: 40 per day")).toBeTruthy();
    expect(screen.getByRole("link", { name: "Start chatting" }).getAttribute("href")).toBe("/home/chat");
    expect(screen.getByRole("link", { name: "View subscription" }).getAttribute("href")).toBe(
      "/subscription",
    );
    cleanup();
    const open = order();
    serve({ "GET /api/billing/offer": offer, [`GET /api/billing/orders/${open.id}`]: open });
    await show(<PaidPage orderId={open.id} />);
    expect(await screen.findByText("Your order is awaiting payment")).toBeTruthy();
    cleanup();
    await show(<PaidPage orderId={null} />);
    expect(screen.getByRole("link", { name: "Orders" }).getAttribute("href")).toBe("/billing");
  });

  // spec §8: ""Payment Failed" (try later or contact)"
  test("says how an order stands", async () => {
    const failed = order({ state: "failed", reason: "No transfer" });
    serve({ "GET /api/billing/offer": offer, [`GET /api/billing/orders/${failed.id}`]: failed });
    await show(<CheckoutPage item={null} orderId={failed.id} />);
    expect(await screen.findByText("No transfer")).toBeTruthy();
    expect(screen.getByText("Payment Failed. Please try again later, or contact us.")).toBeTruthy();
  });
});

describe("cancelling", () => {
  test("asks why, offers something less, and asks for certain", async () => {
    let is = subscription();
    const seen = serve({
      "GET /api/billing/offer": offer,
      "GET /api/billing/subscription": () => is,
      "POST /api/billing/subscription/cancel": () => {
        is = subscription({ cancel_at_end: true, lower: null });
        return is;
      },
    });
    await show(<SubscriptionPanel />);
    const user = userEvent.setup();
    await user.click(await screen.findByRole("button", { name: "Cancel subscription" }));
    await user.click(await screen.findByRole("button", { name: "Next" }));
    expect(await screen.findByText("Please select a reason for cancellation")).toBeTruthy();
    await user.click(screen.getByRole("radio", { name: "I have a suggestion" }));
    await user.click(screen.getByRole("button", { name: "Next" }));
    expect(await screen.findByText("Please enter your feedback")).toBeTruthy();
    await user.type(screen.getByRole("textbox", { name: "Your feedback" }), "More harbours");
    await user.click(screen.getByRole("button", { name: "Next" }));
    expect(await screen.findByText("Switch to Pro instead?")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Cancel anyway" }));
    await user.click(await screen.findByRole("button", { name: "Cancel subscription" }));
    await vi.waitFor(() => {
      const sent = seen.find(({ path }) => path === "/api/billing/subscription/cancel");
      expect(sent?.body).toEqual({ reason: "advise", feedback: "More harbours" });
    });
    expect(await screen.findByText("Your subscription is canceled")).toBeTruthy();
  });
});

// spec §2: "Billing dialogs: trial cancel, email reminder, cancel reason, downgrade offer, trial extension, cancel confirm"
describe("a free trial", () => {
  test("is made longer after one was told what that means, also that it is no longer cancelled", async () => {
    let is = subscription({
      phase: "trial",
      terms: { plan: "pro", cycle: "monthly", seats: 1, price: 990, currency: "USD" },
      cancel_at_end: true,
      trial_extendable: true,
      trial_reminder_at: "2026-12-19T12:00:00Z",
    });
    const seen = serve({
      "GET /api/billing/offer": offer,
      "GET /api/billing/subscription": () => is,
      "POST /api/billing/trial/extension": () => {
        is = { ...is, cancel_at_end: false, trial_extendable: false };
        return is;
      },
    });
    await show(<SubscriptionPanel />);
    const user = userEvent.setup();
    await user.click(await screen.findByRole("button", { name: "Extend by 7 days" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Extend your free trial?" }));
    dialog.getByText("You canceled this trial. Extending it resumes it.");
    dialog.getByText(/Then \$9\.90 per month\. We'll remind you a day before/);
    expect(seen.some(({ method }) => method === "POST")).toBe(false);
    await user.click(dialog.getByRole("button", { name: "Extend by 7 days" }));
    await vi.waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(screen.queryByRole("button", { name: "Extend by 7 days" })).toBeNull();
    expect(screen.queryByText("Your subscription is canceled")).toBeNull();
    // What comes next, and when.
    expect(screen.getByText("Email reminder")).toBeTruthy();
    expect(screen.getByText("Dec 19, 2026")).toBeTruthy();
    expect(screen.getByText("First payment")).toBeTruthy();
    expect(screen.getByText(/Dec 20, 2026.*Pro/)).toBeTruthy();
    expect(screen.getByText("$9.90 per month")).toBeTruthy();
  });
});
