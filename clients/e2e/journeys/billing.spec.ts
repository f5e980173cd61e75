import type { Page } from "@playwright/test";
import { mina } from "../harness/people.ts";
import { changeOffer, promote } from "../harness/promotions.ts";
import { expect, test } from "../harness/test.ts";
import { textsOf } from "../harness/texts.ts";
import { visit } from "../harness/visit.ts";

const text = textsOf("billing");
const problem = textsOf("problems");

test.use({
  settings: { ENSEMBLE__PAYMENTS__HOW_TO_PAY: "IBAN XX00 1234, in the name of the harbour club" },
});

/** Marks the only open order as paid. */
async function receive(operator: Page, url: string) {
  await visit(operator, `${url}/settings/orders`);
  await operator.getByRole("button", { name: text("mark_paid_order", { who: mina.email }) }).click();
  const question = operator.getByRole("alertdialog");
  await question.getByRole("button", { name: text("mark_paid") }).click();
  await expect(operator.getByText(text("no_such_orders"))).toBeVisible();
}

// spec §2: "Billing dialogs: trial cancel, email reminder, cancel reason, downgrade offer, trial extension, cancel confirm, unsubscribe, upgrade, downgrade."
// spec §2: "checkout; plan and version change"
// spec §4: "Subscription: subscribe, resubscribe, restore, cancel."
test("a plan is chosen, paid by hand, upgraded, made less, cancelled and kept", async ({
  operator,
  member,
  server,
}) => {
  // Chosen: nothing is ordered before the amounts are confirmed.
  await visit(member, `${server.url}/pricing`);
  await member.getByRole("link", { name: text("choose_plan", { plan: "Pro" }), exact: true }).click();
  await expect(member.getByTestId("due-now")).toHaveText("$9.90");
  await member.getByRole("button", { name: text("confirm_order", { amount: "$9.90" }) }).click();
  await expect(member.getByText("IBAN XX00 1234")).toBeVisible();

  // Paid: the page sees it by itself.
  await receive(operator, server.url);
  await expect(member.getByText(text("paid_thanks"))).toBeVisible();

  // Upgraded at once: all 30 days that are left are credited.
  await visit(member, `${server.url}/pricing`);
  await member.getByRole("link", { name: text("choose_plan", { plan: "Unlimited" }) }).click();
  await expect(member.getByText(text("change.upgrade"))).toBeVisible();
  await expect(member.getByText(text("credit"))).toBeVisible();
  const due = (await member.getByTestId("due-now").textContent()) ?? "";
  await member.getByRole("button", { name: text("confirm_order", { amount: due }) }).click();
  await expect(member.getByText(text("waits_for_payment"))).toBeVisible();
  await receive(operator, server.url);
  await visit(member, `${server.url}/subscription`);
  await expect(member.getByText(text("phase.active"))).toBeVisible();

  // Cancelling asks why, offers something less, and asks for certain.
  await member.getByRole("button", { name: text("cancel_subscription") }).click();
  const why = member.getByRole("dialog", { name: text("why_cancel") });
  await why.getByRole("button", { name: text("next") }).click();
  await expect(why.getByText(problem("billing.reason_missing"))).toBeVisible();
  await why.getByRole("radio", { name: text("reason.advise") }).check();
  await why.getByRole("button", { name: text("next") }).click();
  await expect(why.getByText(problem("billing.feedback_missing"))).toBeVisible();
  await why.getByRole("textbox", { name: text("feedback") }).fill("More harbours, please.");
  await why.getByRole("button", { name: text("next") }).click();
  const less = member.getByRole("dialog", { name: text("lower_title", { plan: "Pro+" }) });
  await less.getByRole("button", { name: text("take_lower", { plan: "Pro+" }) }).click();
  await expect(member.getByText(text("downgrade_title", { plan: "Pro+" }))).toBeVisible();
  await member.getByRole("button", { name: text("keep_plan") }).click();
  await expect(member.getByText(text("downgrade_title", { plan: "Pro+" }))).toBeHidden();

  await member.getByRole("button", { name: text("cancel_subscription") }).click();
  await why.getByRole("radio", { name: text("reason.not_used") }).check();
  await why.getByRole("button", { name: text("next") }).click();
  await less.getByRole("button", { name: text("still_cancel") }).click();
  const certain = member.getByRole("dialog", { name: text("confirm_cancel_title", { plan: "Unlimited" }) });
  await certain.getByRole("button", { name: text("confirm_cancel") }).click();
  // The dialog has a button of this name too.
  await expect(certain).toBeHidden();
  await expect(member.getByText(text("cancelled_title"))).toBeVisible();
  await member.getByRole("button", { name: text("keep_plan") }).click();
  await expect(member.getByText(text("cancelled_title"))).toBeHidden();

  // The operator reads why: both times, what was offered, and that they came back.
  await visit(operator, `${server.url}/settings/cancellations`);
  await expect(operator.getByText("More harbours, please.")).toBeVisible();
  await expect(operator.getByText(text("offer_taken"))).toBeVisible();
  await expect(operator.getByText(text("offer_refused"))).toBeVisible();
  await expect(operator.getByRole("listitem").getByText(text("came_back"))).toBeVisible();
  const row = operator.getByRole("row", { name: text("reason.not_used") });
  await expect(row).toContainText("1");
  // On a phone the counts are seen without moving anything sideways.
  await operator.setViewportSize({ width: 390, height: 844 });
  for (const cell of await row.getByRole("cell").all()) await expect(cell).toBeInViewport({ ratio: 1 });
});

// spec §4: "Payment: successful, failed or cancelled, with a reason."
test("an order is withdrawn, refused with a reason, and paid; then less is chosen, and what is past due is paid", async ({
  operator,
  member,
  server,
}) => {
  const order = async () =>
    member.getByRole("button", { name: text("confirm_order", { amount: "$19.90" }) }).click();
  await visit(member, `${server.url}/checkout?plan=pro_plus&cycle=monthly`);
  await order();
  await member.getByRole("button", { name: text("withdraw") }).click();
  await expect(member.getByText(text("why.by_buyer"))).toBeVisible();

  await visit(member, `${server.url}/checkout?plan=pro_plus&cycle=monthly`);
  await order();
  await expect(member.getByText(text("waits_for_payment"))).toBeVisible();
  await visit(operator, `${server.url}/settings/orders`);
  await operator.getByRole("button", { name: text("refuse_order", { who: mina.email }) }).click();
  const refusing = operator.getByRole("dialog", { name: text("refuse_title") });
  await refusing.getByRole("textbox", { name: text("refuse_reason") }).fill("No transfer came");
  await refusing.getByRole("button", { name: text("refuse") }).click();
  await expect(operator.getByText(text("no_such_orders"))).toBeVisible();
  await expect(member.getByText("No transfer came")).toBeVisible();
  await expect(member.getByText(text("payment_failed"))).toBeVisible();
  await member.getByRole("link", { name: text("try_again") }).click();
  await order();
  await expect(member.getByText(text("waits_for_payment"))).toBeVisible();
  await receive(operator, server.url);

  // Less, from the prices: nothing is due, and it counts when the period ends. It can be kept.
  await visit(member, `${server.url}/pricing`);
  await member.getByRole("link", { name: text("choose_plan", { plan: "Pro" }), exact: true }).click();
  await expect(member.getByText(text("change.downgrade"))).toBeVisible();
  await expect(member.getByTestId("due-now")).toHaveText("$0.00");
  await member.getByRole("button", { name: text("confirm_downgrade") }).click();
  await expect(member.getByText(text("downgrade_title", { plan: "Pro" }))).toBeVisible();
  await member.getByRole("button", { name: text("keep_plan") }).click();
  await expect(member.getByText(text("downgrade_title", { plan: "Pro" }))).toBeHidden();

  // A month later the next period is due: it goes on for some days, and is paid from the prices.
  await server.passDays(31, "billing_subscriptions", ["anchor_at", "period_start", "period_end", "due_at"]);
  await expect(async () => {
    await visit(member, `${server.url}/subscription`);
    await expect(member.getByText(text("to_pay", { amount: "$19.90" }))).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await visit(member, `${server.url}/pricing`);
  await member.getByRole("link", { name: text("pay_now") }).click();
  await expect(member.getByText(text("waits_for_payment"))).toBeVisible();
  await receive(operator, server.url);
  await expect(member.getByText(text("paid_thanks"))).toBeVisible();
});

// spec §4: "A free trial can be resumed with one click, cancelled, extended or kept"
test("a free trial is begun, made longer, cancelled and kept; then credits are bought and given back", async ({
  operator,
  member,
  server,
}) => {
  await visit(member, `${server.url}/pricing`);
  await member.getByRole("button", { name: text("start_trial") }).click();
  await expect(member.getByText(text("phase.trial"), { exact: true })).toBeVisible();
  await expect(member.getByText(text("trial_reminder"))).toBeVisible();
  await expect(member.getByText(text("first_payment"))).toBeVisible();
  const longer = text("extend_trial_other", { count: 7 });
  await member.getByRole("button", { name: longer }).click();
  const extending = member.getByRole("dialog", { name: text("extend_trial_title") });
  await expect(
    extending.getByText(text("trial_then", { amount: "$9.90", cycle: text("per.monthly") })),
  ).toBeVisible();
  await extending.getByRole("button", { name: longer }).click();
  await expect(extending).toBeHidden();
  await expect(member.getByRole("button", { name: longer })).toBeHidden();
  await member.getByRole("button", { name: text("cancel_trial") }).click();
  const why = member.getByRole("dialog", { name: text("why_cancel") });
  await why.getByRole("radio", { name: text("reason.too_expensive") }).check();
  await why.getByRole("button", { name: text("next") }).click();
  const certain = member.getByRole("dialog", { name: text("confirm_cancel_title", { plan: "Pro" }) });
  await certain.getByRole("button", { name: text("confirm_cancel") }).click();
  // The dialog has a button of this name too.
  await expect(certain).toBeHidden();
  await member.getByRole("button", { name: text("keep_trial") }).click();
  await expect(member.getByText(text("cancelled_title"))).toBeHidden();

  await visit(member, `${server.url}/credits`);
  await member.getByRole("link", { name: text("buy_pack", { pack: "500 credits" }) }).click();
  await member.getByRole("button", { name: text("confirm_order", { amount: "$4.90" }) }).click();
  await expect(member.getByText(text("waits_for_payment"))).toBeVisible();
  await receive(operator, server.url);

  // What is of the month and what was bought stand apart, and the record is a table.
  await visit(member, `${server.url}/settings/usage`);
  const lots = member.getByRole("list", { name: text("lots") });
  await expect(lots.getByText(text("lot.plan.monthly"))).toBeVisible();
  await expect(lots.getByText(text("lot.add_on"))).toBeVisible();
  await expect(member.getByRole("cell", { name: text("feature.add_on") })).toBeVisible();
  const saved = member.waitForEvent("download");
  await member.getByRole("button", { name: text("export_usage") }).click();
  expect((await saved).suggestedFilename()).toMatch(/^usage-\d{4}-\d\d-\d\d\.csv$/);
  await operator.getByRole("radio", { name: text("state.paid"), exact: true }).check();
  await operator.getByRole("button", { name: text("refund_order", { who: mina.email }) }).click();
  const inTime = text("refund_in_time", { date: "\u0000" }).split("\u0000")[0] ?? "";
  await expect(operator.getByRole("alertdialog").getByText(inTime)).toBeVisible();
  await operator
    .getByRole("alertdialog")
    .getByRole("button", { name: text("refund") })
    .click();
  await expect(operator.getByText(text("given_back", { amount: "$4.90" })).first()).toBeVisible();
  await visit(member, `${server.url}/billing`);
  await expect(member.getByText(text("state.refunded"))).toBeVisible();
});

// spec §4: "Promotion countdowns: newcomer, back to school, new year, free trial."
test("the operator offers newcomers something off; one sees the time that is left, and pays less once", async ({
  operator,
  member,
  server,
}) => {
  await visit(operator, `${server.url}/settings/plans`);
  await operator
    .getByRole("switch", { name: text("promotion_on", { name: text("promotion_kind.fresh") }) })
    .click();
  await operator.getByRole("button", { name: text("preview_change") }).click();
  const preview = operator.getByRole("dialog", { name: text("preview_title") });
  await expect(preview.getByText(text("promotion_becomes", { percent: 20 }))).toBeVisible();
  await preview.getByRole("button", { name: text("change_offer") }).click();
  await expect(preview).toBeHidden();

  await visit(member, `${server.url}/pricing`);
  await expect(member.getByText(text("promotion.newcomer"))).toBeVisible();
  const timer = member.getByRole("timer");
  await expect(timer).toHaveText(/2[34]:\d\d:\d\d|00:00:00/);
  const before = await timer.textContent();
  await expect(timer).not.toHaveText(before ?? "");
  await expect(member.getByText("$7.92")).toBeVisible();
  await expect(
    member.getByText(text("promoted_then", { amount: "$9.90", cycle: text("per.monthly") }), { exact: true }),
  ).toBeVisible();

  await member.getByRole("link", { name: text("choose_plan", { plan: "Pro" }), exact: true }).click();
  await expect(member.getByText(text("promotion_once"))).toBeVisible();
  await expect(member.getByTestId("due-now")).toHaveText("$7.92");
  await member.getByRole("button", { name: text("confirm_order", { amount: "$7.92" }) }).click();
  await expect(member.getByText(text("waits_for_payment"))).toBeVisible();
  await receive(operator, server.url);

  // Who has a plan is no newcomer.
  await visit(member, `${server.url}/pricing`);
  await expect(member.getByText(text("current_plan"))).toBeVisible();
  await expect(timer).toBeHidden();
});

// spec §2: "/backtoschool"
// spec §2: "/free-trial"
test("what is offered for the school year, and the free trial, have pages while they are offered", async ({
  operator,
  member,
  server,
  anotherBrowser,
}) => {
  const missing = textsOf("frame")("missing_title");
  const visitor = await (await anotherBrowser()).newPage();
  await visit(visitor, `${server.url}/backtoschool`);
  await expect(visitor.getByRole("heading", { name: missing })).toBeVisible();

  await promote(operator);
  await visitor.reload();
  await expect(visitor.getByRole("heading", { name: text("promotion.back_to_school") })).toBeVisible();
  await expect(visitor.getByRole("timer")).toContainText(/[34] days and/);
  await expect(visitor.getByText("$69.30")).toBeVisible();
  await visitor.getByRole("link", { name: text("choose_plan", { plan: "Pro" }), exact: true }).click();
  await expect(visitor).toHaveURL(/\/sign-up\?redirectTo=/);

  await visit(visitor, `${server.url}/free-trial`);
  await visitor.getByRole("link", { name: text("start_trial") }).click();
  await expect(visitor).toHaveURL(/\/sign-up\?redirectTo=/);
  await visit(member, `${server.url}/free-trial`);
  await member.getByRole("button", { name: text("start_trial") }).click();
  // The page before is called so, too.
  await expect(member).toHaveURL(/\/subscription/);
  await expect(member.locator("#work").getByText(text("phase.trial"), { exact: true })).toBeVisible();
  await visit(member, `${server.url}/free-trial`);
  await expect(member.getByRole("link", { name: text("open_subscription") })).toBeVisible();

  await changeOffer(operator, ({ trial }) => ({ trial: { ...trial, days: 0 } }));
  await visitor.goto(`${server.url}/free-trial`);
  await expect(visitor.getByRole("heading", { name: missing })).toBeVisible();
});

const PERIOD = ["anchor_at", "period_start", "period_end", "due_at"];

// spec §2: "/onboarding-pay"
// spec §4: "Subscription: subscribe, resubscribe, restore, cancel."
test("a trial counts down, becomes a bill, ends unpaid, and is subscribed to anew", async ({
  operator,
  member,
  server,
}) => {
  await visit(member, `${server.url}/onboarding-pay`);
  await expect(member.getByRole("heading", { name: text("onboarding_title") })).toBeVisible();
  await member.getByRole("button", { name: text("start_trial") }).click();
  await expect(member.getByText(text("phase.trial"), { exact: true })).toBeVisible();
  await visit(member, `${server.url}/pricing`);
  await expect(member.getByText(text("trial_runs"))).toBeVisible();
  const timer = member.getByRole("timer");
  const before = await timer.textContent();
  await expect(timer).not.toHaveText(before ?? "");

  // Its end is a bill; unpaid, the plan ends after the days of grace.
  const seen = (what: string) =>
    expect(async () => {
      await visit(member, `${server.url}/subscription`);
      await expect(member.getByText(what)).toBeVisible({ timeout: 2_000 });
    }).toPass();
  await server.passDays(8, "billing_subscriptions", PERIOD);
  await seen(text("to_pay", { amount: "$9.90" }));
  await server.passDays(8, "billing_subscriptions", [...PERIOD, "grace_end"]);
  await seen(text("subscription_ended"));

  await member.getByRole("link", { name: text("resubscribe") }).click();
  await member.getByRole("link", { name: text("choose_plan", { plan: "Pro" }), exact: true }).click();
  await member.getByRole("button", { name: text("confirm_order", { amount: "$9.90" }) }).click();
  await expect(member.getByText(text("waits_for_payment"))).toBeVisible();
  await receive(operator, server.url);
  await expect(member.getByText(text("paid_thanks"))).toBeVisible();

  // What came in is counted where the operator looks.
  await operator.reload();
  for (const span of ["this_month", "last_30_days", "all_time"] as const)
    await expect(operator.getByText(text(span)).locator("..")).toContainText("$9.90");
});
