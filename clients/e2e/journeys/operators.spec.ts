import { expectSignedIn, signIn } from "../harness/accounts.ts";
import { call } from "../harness/api.ts";
import { Chat } from "../harness/chat.ts";
import { connect, mina, olivia } from "../harness/people.ts";
import { expect, models, test } from "../harness/test.ts";
import { textsOf } from "../harness/texts.ts";
import { visit } from "../harness/visit.ts";

const text = textsOf("admin");
const frame = textsOf("frame");
const noticeText = textsOf("notice");
const billing = textsOf("billing");
const problem = textsOf("problems");
const spending = textsOf("spending");

// spec §2: "/banned"
// spec §8: "Service under maintenance"
test("credits are granted, a person suspended and reinstated, a notice shown and the server closed, and each is told why", async ({
  operator,
  member,
  server,
  anotherBrowser,
}) => {
  await test.step("the operator gives credits, the person sees why, and a mistake is taken back", async () => {
    await member.goto(`${server.url}/settings/usage`);
    await visit(operator, `${server.url}/settings/grants`);
    await expect(operator.getByText(text("no_grants"))).toBeVisible();
    await operator.getByRole("button", { name: text("give"), exact: true }).click();
    const dialog = operator.getByRole("dialog", { name: text("give_title") });
    const give = dialog.getByRole("button", { name: text("give_now"), exact: true });
    await give.click();
    await expect(dialog.getByText(text("recipient_missing"))).toBeVisible();
    await expect(dialog.getByText(text("reason_missing"))).toBeVisible();
    await dialog.getByRole("searchbox", { name: text("search_recipients") }).fill("mina");
    await dialog.getByRole("radio", { name: mina.name }).check();
    await dialog.getByLabel(text("amount"), { exact: true }).fill("500");
    await dialog.getByRole("textbox", { name: text("reason"), exact: true }).fill("Sorry for Monday");
    await give.click();
    await expect(dialog).toBeHidden();
    await expect(operator.getByText("Sorry for Monday")).toBeVisible();

    // Her open window hears of it.
    await expect(member.getByText(billing("meter.advanced_credit")).first()).toBeVisible();
    await expect(member.getByText("Sorry for Monday")).toBeVisible();

    await operator.getByRole("button", { name: text("take_back"), exact: true }).click();
    const question = operator.getByRole("alertdialog");
    await question.getByRole("button", { name: text("take_back"), exact: true }).click();
    await expect(operator.getByText(text("taken_of_it", { amount: "500" }))).toBeVisible();
    await expect(operator.getByRole("button", { name: text("take_back"), exact: true })).toBeHidden();

    await visit(operator, `${server.url}/settings/outbox`);
    await expect(operator.getByText(mina.email).first()).toBeVisible();
  });

  await test.step("somebody who is suspended reads why, cannot sign in, and is reinstated", async () => {
    await member.goto(`${server.url}/home/chat`);
    await expectSignedIn(member);
    await visit(operator, `${server.url}/settings/users`);
    await operator.getByRole("searchbox", { name: text("search_users") }).fill("MINA");
    await expect(operator.getByText(olivia.email)).toBeHidden();
    await operator.getByRole("button", { name: text("more_for", { name: mina.name }) }).click();
    await operator.getByRole("menuitem", { name: text("suspend") }).click();
    const dialog = operator.getByRole("dialog", { name: text("suspend_title", { name: mina.name }) });
    await dialog.getByRole("textbox", { name: text("reason") }).fill("Sent spam to everybody");
    await dialog.getByRole("button", { name: text("suspend"), exact: true }).click();
    await expect(operator.getByText("Sent spam to everybody")).toBeVisible();

    await member.getByRole("button", { name: frame("ended.why") }).click();
    await expect(member).toHaveURL(/\/banned$/);
    await expect(member.getByText("Sent spam to everybody")).toBeVisible();
    await member.getByRole("link", { name: noticeText("banned_sign_in") }).click();
    await signIn(member, mina.email, mina.password);
    await expect(member.getByRole("heading", { name: noticeText("banned_title") })).toBeVisible();
    await expect(member.getByText("Sent spam to everybody")).toBeVisible();

    await operator.getByRole("button", { name: text("more_for", { name: mina.name }) }).click();
    await operator.getByRole("menuitem", { name: text("let_in_again") }).click();
    await expect(operator.getByText(text("suspended"), { exact: true })).toBeHidden();
    await member.goto(`${server.url}/login`);
    await signIn(member, mina.email, mina.password);
    await expectSignedIn(member);
  });

  await test.step("a notice is told to all at once, and a closed server lets only operators in and loses nothing", async () => {
    await member.goto(`${server.url}/home/chat`);
    await expectSignedIn(member);
    await visit(operator, `${server.url}/settings/notice`);
    const said = operator.getByRole("textbox", { name: text("notice_text") });
    await said.fill("New models tonight");
    await operator.getByRole("button", { name: text("show_notice") }).click();
    const told = member.getByText("New models tonight");
    await expect(told).toBeVisible();
    await member.getByRole("button", { name: noticeText("dismiss") }).click();
    await expect(told).toBeHidden();
    await member.reload();
    await expectSignedIn(member);
    await expect(told).toBeHidden();

    await operator.getByRole("radio", { name: text("level.closed") }).check();
    await said.fill("New disks");
    await operator.getByRole("button", { name: text("close_server") }).click();
    await operator
      .getByRole("alertdialog")
      .getByRole("button", { name: text("close_server") })
      .click();
    await expect(member.getByText("New disks")).toBeVisible();
    await expect(member.getByRole("button", { name: noticeText("dismiss") })).toBeHidden();
    const refused = await member.evaluate(async () => {
      const { status, headers } = await fetch("/api/accounts/devices");
      return [status, headers.get("retry-after")];
    });
    expect(refused).toEqual([503, "60"]);
    // What is written meanwhile is back in its field, and can be sent when the server opens.
    const chat = new Chat(member);
    await chat.ask("19+23");
    await expect(member.getByRole("alert")).toContainText(problem("api.maintenance"));
    await expect(chat.field).toHaveText("19+23");

    // Where people sign in, it is said too; operators get in.
    const other = await (await anotherBrowser()).newPage();
    await other.goto(`${server.url}/login`);
    await expect(other.getByText("New disks")).toBeVisible();
    await signIn(other, olivia.email, olivia.password);
    await expectSignedIn(other);
    await other.goto(`${server.url}/settings/notice`);
    await other.getByRole("button", { name: text("open_again") }).click();
    await expect(member.getByText("New disks")).toBeHidden();
    await chat.field.press("Enter");
    await expect(chat.answer).toContainText("42");
  });
});

test("the operator edits what a plan costs and gives, adds a pack and a promotion, and sees it before", async ({
  operator,
  server,
  anotherBrowser,
}) => {
  await visit(operator, `${server.url}/settings/plans`);
  const pro = operator.getByRole("group", { name: "Pro", exact: true });
  await pro.getByLabel(billing("cycle.monthly")).fill("12.90");
  const plan = operator.locator("details").filter({ has: operator.getByText("Pro", { exact: true }) });
  await plan.locator("summary").click();
  const queries = plan.getByLabel(billing("gives.advanced_query"), { exact: true });
  await queries.fill("-5");
  await operator.getByRole("button", { name: billing("preview_change") }).click();
  await expect(plan.getByText(billing("not_a_number"))).toBeVisible();
  await queries.fill("0");
  await operator.getByRole("button", { name: billing("preview_change") }).click();
  // What the server refuses is said at the field that it names.
  await expect(plan.getByText(problem("entitlements.plan_invalid"))).toBeVisible();
  await queries.fill("450");
  await plan.getByLabel(billing("gives.name"), { exact: true }).fill("Professional");

  await operator.getByLabel(billing("new_pack")).fill("huge");
  await operator.getByRole("button", { name: billing("add_pack"), exact: true }).click();
  const pack = operator.getByRole("group", { name: /huge/ });
  await pack.getByLabel(billing("credits")).fill("9000");
  await pack.getByLabel(billing("price")).fill("49.90");
  await operator.getByRole("button", { name: billing("remove_pack", { name: "small" }) }).click();
  await operator.getByRole("button", { name: billing("add_promotion") }).click();
  await operator.getByRole("menuitem", { name: billing("promotion_kind.fresh") }).click();
  const second = `${billing("promotion_kind.fresh")} (2)`;
  const promotion = operator.getByRole("group", { name: second });
  await promotion.getByRole("checkbox", { name: billing("cycle.yearly") }).uncheck();

  await operator.getByRole("button", { name: billing("preview_change") }).click();
  const preview = operator.getByRole("dialog", { name: billing("preview_title") });
  await expect(preview.getByText("$12.90").first()).toBeVisible();
  await expect(preview.getByText("450")).toBeVisible();
  await expect(preview.getByText("Professional").first()).toBeVisible();
  await expect(preview.getByText(billing("pack_changes", { name: "small" }))).toBeVisible();
  await expect(preview.getByText(billing("promotion_changes", { name: second }))).toBeVisible();
  await preview.getByRole("button", { name: billing("change_offer") }).click();
  await expect(preview).toBeHidden();

  const visitor = await (await anotherBrowser()).newPage();
  await visitor.goto(`${server.url}/pricing`);
  await expect(visitor.getByText("$12.90").first()).toBeVisible();
  await expect(visitor.getByText("Professional").first()).toBeVisible();
  const offer = await call<{ packs: { name: string }[] }>(operator, "GET", "/api/billing/offer");
  expect(offer.packs.map(({ name }) => name).sort()).toEqual(["huge", "large", "medium"]);
});

test.describe("where models cost the operator something", () => {
  const prices = '[[spending.prices]]\nmodels = "paid/*"\ninput = "150"\noutput = "6000"\n';
  test.use({
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from this pattern.
    configure: async ({}, use) => use(async () => prices),
  });

  test("a spending limit that is reached refuses priced models and lets free ones answer, until it is raised", async ({
    operator,
    member,
    server,
    provider,
  }) => {
    await connect(operator, "Paid", provider.url);
    const setDaily = async (amount: string) => {
      await operator.getByRole("button", { name: spending("change_limits") }).click();
      const dialog = operator.getByRole("dialog", { name: spending("limits") });
      await dialog.getByRole("textbox", { name: spending("day_limit") }).fill(amount);
      await dialog.getByRole("button", { name: spending("save") }).click();
      await expect(dialog).toBeHidden();
    };
    const chat = new Chat(member);
    await member.goto(`${server.url}/home/chat`);
    await chat.chooseModel(models.quick);
    await chat.ask("What it costs");
    await chat.expectDone();

    await visit(operator, `${server.url}/settings/spending`);
    await setDaily("0.01");
    await expect(operator.getByText(spending("refusing_hint"))).toBeVisible();
    await chat.ask("Once more");
    await expect(member.getByText(problem("ledger.spending_limit"))).toBeVisible();
    await chat.chooseModel("Built-in helper");
    await chat.ask("19+23");
    await expect(chat.answer).toContainText("42");
    await chat.expectDone();

    await setDaily("100000");
    await expect(operator.getByText(spending("refusing_hint"))).toBeHidden();
    await chat.chooseModel(models.quick);
    await chat.ask("And now");
    await expect(chat.answers).toHaveCount(3);
    await chat.expectDone();
  });
});
