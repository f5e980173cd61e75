import { FakePayPal } from "../harness/fake-paypal.ts";
import { FakeStripe } from "../harness/fake-stripe.ts";
import { test as base, expect } from "../harness/test.ts";
import { textsOf } from "../harness/texts.ts";

const text = textsOf("billing");

/** Extends `test` with a server that collects through a fake PayPal. */
const withPayPal = base.extend<{ paypal: FakePayPal }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from this pattern.
  paypal: async ({}, use) => {
    const paypal = await FakePayPal.start();
    await use(paypal);
    await paypal.stop();
  },
  configure: async ({ paypal }, use) => use(async () => paypal.settings),
});

/** Extends `test` with a server that collects through a fake Stripe. */
const test = base.extend<{ stripe: FakeStripe }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from this pattern.
  stripe: async ({}, use) => {
    const stripe = await FakeStripe.start();
    await use(stripe);
    await stripe.stop();
  },
  configure: async ({ stripe }, use) => use(async () => stripe.settings),
});

// spec §4: "Payment: successful, failed or cancelled, with a reason."
test("a plan is paid on the provider's page, and had when its buyer comes back; a lost dispute takes it back", async ({
  member,
  server,
  stripe,
}) => {
  await member.goto(`${server.url}/checkout?plan=pro&cycle=monthly`);
  await member.getByRole("button", { name: text("confirm_order", { amount: "$9.90" }) }).click();
  const pay = member.getByRole("link", { name: text("pay_now") });
  await expect(pay).toBeVisible();
  const order = new URL(member.url()).searchParams.get("order") ?? "";

  // There and back without paying: it still waits.
  await pay.click();
  await expect(member).toHaveURL(new RegExp(`^http://${stripe.host}/pay/`));
  await member.getByRole("link", { name: "Back" }).click();
  await expect(member).toHaveURL(new RegExp(`^${server.url}/checkout`));
  await expect(member.getByText(text("state.open"))).toBeVisible();

  // Paid: no news of the provider's are needed, because who comes back has it looked up.
  await pay.click();
  await member.getByRole("button", { name: "Pay" }).click();
  await expect(member).toHaveURL(new RegExp(`^${server.url}/checkout`));
  await expect(member.getByText(text("paid_thanks"))).toBeVisible();
  await member.goto(`${server.url}/subscription`);
  await expect(member.getByText(text("phase.active"))).toBeVisible();

  // Stripe keeps the card: its page for that leads back to the orders.
  await member.getByRole("button", { name: text("cards_at_stripe") }).click();
  await expect(member).toHaveURL(new RegExp(`^http://${stripe.host}/portal/`));
  await member.getByRole("link", { name: "Back" }).click();
  await expect(member).toHaveURL(`${server.url}/billing`);
  await expect(member.getByRole("button", { name: text("cards_at_stripe") })).toBeVisible();

  // The bank takes the money back, and the provider says so.
  await stripe.takeBack(order, server.url);
  await member.goto(`${server.url}/billing`);
  await expect(member.getByText(text("state.refunded"))).toBeVisible();
  await expect(member.getByText(text("why.chargeback"))).toBeVisible();
  await member.goto(`${server.url}/subscription`);
  await expect(member.getByText(text("subscription_ended"))).toBeVisible();
});

withPayPal(
  "a card is declined with its reason, and what was wanted is paid at the next try",
  async ({ member, server, paypal }) => {
    const order = async () => {
      await member.getByRole("button", { name: text("confirm_order", { amount: "$9.90" }) }).click();
      await member.getByRole("link", { name: text("pay_now") }).click();
      await expect(member).toHaveURL(new RegExp(`^http://${paypal.host}/checkoutnow`));
    };
    await member.goto(`${server.url}/checkout?plan=pro&cycle=monthly`);
    await order();
    // There and back without agreeing: it still waits.
    await member.getByRole("link", { name: "Back" }).click();
    await expect(member.getByText(text("state.open"))).toBeVisible();

    paypal.declines = true;
    await member.getByRole("link", { name: text("pay_now") }).click();
    await member.getByRole("button", { name: "Agree" }).click();
    await expect(member.getByText(text("why.declined"))).toBeVisible();
    await expect(member.getByText(text("payment_failed"))).toBeVisible();

    paypal.declines = false;
    await member.getByRole("link", { name: text("try_again") }).click();
    await order();
    await member.getByRole("button", { name: "Agree" }).click();
    await expect(member.getByText(text("paid_thanks"))).toBeVisible();
    await member.getByRole("link", { name: text("open_subscription") }).click();
    await expect(member.getByText(text("phase.active"))).toBeVisible();
  },
);
