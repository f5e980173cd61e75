import { enterCode, expectSignedIn, fillSignUp } from "../harness/accounts.ts";
import { call } from "../harness/api.ts";
import { codeMailedTo, mina } from "../harness/people.ts";
import { buyPro } from "../harness/purchases.ts";
import { expect, test } from "../harness/test.ts";
import { textsOf } from "../harness/texts.ts";

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
    test.setTimeout(180_000);
    await member.goto(`${server.url}/affiliate`);
    await member.getByRole("textbox", { name: text("about") }).fill("A newsletter for translators");
    await member.getByRole("textbox", { name: text("payout_to") }).fill("IBAN XX00 1234");
    await member.getByRole("button", { name: text("apply"), exact: true }).click();
    await expect(member.getByText(text("applied_hint"))).toBeVisible();

    await operator.goto(`${server.url}/settings/affiliates`);
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
});

test("where there is none, no menu says so and no address leads to it", async ({
  operator,
  member,
  server,
}) => {
  await expectSignedIn(operator);
  await member.goto(`${server.url}/affiliate`);
  await expect(member.getByText(text("none"))).toBeVisible();
  const frame = textsOf("frame");
  await expect(member.getByRole("link", { name: frame("panel.rewards") })).toBeVisible();
  await expect(member.getByRole("link", { name: frame("panel.affiliate") })).toHaveCount(0);
  const visitor = await operator.context().browser()?.newContext();
  const page = await visitor?.newPage();
  await page?.goto(`${server.url}/invitation-affiliate-landing?code=abcdefghjk`);
  if (page) await expect(page.getByText(text("unknown"))).toBeVisible();
  await visitor?.close();
});
