import { enterCode, expectSignedIn, fillSignUp } from "../harness/accounts.ts";
import { call } from "../harness/api.ts";
import { codeMailedTo, mina, signUpMember } from "../harness/people.ts";
import { buyPro } from "../harness/purchases.ts";
import { expect, test } from "../harness/test.ts";
import { textsOf } from "../harness/texts.ts";
import { visit } from "../harness/visit.ts";

const text = textsOf("affiliates");
const accounts = textsOf("accounts");

const ben = { name: "Ben Berg", email: "ben@example.com", password: "broad blue harbour" };

test.describe("where there is a program", () => {
  test.use({ settings: { ENSEMBLE__PAYMENTS__AFFILIATES__ENABLED: "true" } });

  // spec §1: "Affiliate program and invite rewards."
  // spec §2: "/invitation-affiliate, /invitation-affiliate-landing"
  // spec §6: "Affiliates have their own program. Education discount for verified students and staff."
  test("somebody applies, is approved, brings a payer, and sees what it is worth", async ({
    operator,
    member,
    server,
    anotherBrowser,
  }) => {
    await visit(member, `${server.url}/affiliate`);
    await member.getByRole("textbox", { name: text("about") }).fill("A newsletter for translators");
    await member.getByRole("textbox", { name: text("payout_to") }).fill("IBAN XX00 1234");
    await member.getByRole("button", { name: text("apply"), exact: true }).click();
    await expect(member.getByText(text("applied_hint"))).toBeVisible();

    await visit(operator, `${server.url}/settings/affiliates`);
    await expect(operator.getByText("A newsletter for translators")).toBeVisible();
    await operator.getByRole("button", { name: text("approve_who", { who: mina.name }) }).click();
    await operator.getByRole("button", { name: text("approve"), exact: true }).click();
    await expect(operator.getByText(text("nobody_applied"))).toBeVisible();

    await member.reload();
    const link = (await member.getByTestId("affiliate-link").textContent()) ?? "";
    expect(link).toMatch(/\/invitation-affiliate-landing\?code=[2-9a-hjkmnp-z]{10}$/);

    // A friend follows it, and signs up in the same browser.
    const context = await anotherBrowser();
    const friend = await context.newPage();
    await friend.goto(server.url + new URL(link).pathname + new URL(link).search);
    await expect(
      friend.getByRole("heading", { name: text("recommends", { name: mina.name }) }),
    ).toBeVisible();
    const click = (await context.cookies()).find(({ name }) => name.endsWith("ensemble-click"));
    expect(click).toMatchObject({ httpOnly: true, sameSite: "Lax" });
    await friend.getByRole("link", { name: text("sign_up") }).click();
    await fillSignUp(friend, ben);
    await friend.getByRole("button", { name: accounts("continue"), exact: true }).click();
    await expect(friend.getByText(accounts("code_title"))).toBeVisible();
    const claimed = friend.waitForResponse((answer) => answer.url().endsWith("/api/affiliates/claims"));
    await enterCode(friend, await codeMailedTo(operator, ben.email));
    await expectSignedIn(friend);
    expect((await claimed).status()).toBe(204);

    const order = await buyPro(friend, operator);
    await member.reload();
    await expect(member.getByText(text("state.pending")).first()).toBeVisible();
    await expect(member.getByText("$1.98").first()).toBeVisible();

    await call(operator, "POST", `/api/billing/all-orders/${order}/refund`, {});
    await member.reload();
    await expect(member.getByText(text("state.clawed_back"), { exact: true }).first()).toBeVisible();

    // One's own link is said to be that.
    await member.goto(server.url + new URL(link).pathname + new URL(link).search);
    await expect(member.getByText(text("own_link"))).toBeVisible();
  });

  test("somebody is refused, let in after all, and paid what became due", async ({
    operator,
    member,
    server,
    anotherBrowser,
  }) => {
    const said = { about: "A newsletter for translators", payout_to: "IBAN XX00 1234" };
    await call(member, "PUT", "/api/affiliates/own", said);
    await visit(operator, `${server.url}/settings/affiliates`);
    await operator.getByRole("button", { name: text("refuse_who", { who: mina.name }) }).click();
    const question = operator.getByRole("alertdialog");
    await question.getByRole("button", { name: text("refuse"), exact: true }).click();
    await expect(operator.getByText(text("nobody_applied"))).toBeVisible();
    await visit(member, `${server.url}/affiliate`);
    await expect(member.getByText(text("refused"))).toBeVisible();
    await operator.getByRole("radio", { name: text("all"), exact: true }).check();
    await operator.getByRole("button", { name: text("approve_who", { who: mina.name }) }).click();
    await question.getByRole("button", { name: text("approve"), exact: true }).click();
    await expect(question).toBeHidden();
    await member.reload();
    const link = new URL((await member.getByTestId("affiliate-link").textContent()) ?? "");

    // A friend comes by the link and pays; when nothing can be given back any more, a part of it is due.
    const context = await anotherBrowser();
    const visitor = await context.newPage();
    await visitor.goto(server.url + link.pathname + link.search);
    await expect(visitor.getByRole("link", { name: text("sign_up") })).toBeVisible();
    const friend = await signUpMember(operator, ben, context);
    await call(friend, "POST", "/api/affiliates/claims", {});
    await buyPro(friend, operator);
    await server.passDays(31, "affiliates_commissions", ["due_at"]);
    const pay = operator.getByRole("button", { name: text("mark_paid_who", { who: mina.name }) });
    await expect(async () => {
      await visit(operator, `${server.url}/settings/affiliates`);
      await operator.getByRole("radio", { name: text("is.approved"), exact: true }).check();
      await expect(pay).toBeVisible({ timeout: 2_000 });
    }).toPass();
    await expect(operator.getByText(text("due", { amount: "$1.98" }))).toBeVisible();
    await pay.click();
    await expect(question.getByText(text("mark_paid_hint", { where: said.payout_to }))).toBeVisible();
    await question.getByRole("button", { name: text("mark_paid"), exact: true }).click();
    await expect(pay).toBeHidden();
    await member.reload();
    await expect(member.getByRole("heading", { name: text("payouts") })).toBeVisible();
    await expect(member.getByText(text("state.paid"), { exact: true }).first()).toBeVisible();
  });
});
