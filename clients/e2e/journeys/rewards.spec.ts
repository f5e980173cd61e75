import type { Page } from "@playwright/test";
import { enterCode, expectSignedIn, fillSignUp } from "../harness/accounts.ts";
import { codeMailedTo, mina, signUpMember } from "../harness/people.ts";
import { expect, test } from "../harness/test.ts";
import { textsOf } from "../harness/texts.ts";
import { visit } from "../harness/visit.ts";

const text = textsOf("rewards");
const accounts = textsOf("accounts");
const problem = textsOf("problems");

const ben = { name: "Ben Berg", email: "ben@example.com", password: "broad blue harbour" };
const carla = { name: "Carla Castellanos", email: "carla@example.com", password: "wide white sailboat" };

/** Returns a person's invitation address from their page. */
async function invitationOf(page: Page, url: string): Promise<string> {
  await visit(page, `${url}/reward`);
  const shown = page.getByTestId("invitation-link");
  await expect(shown).toHaveText(/\/[2-9a-hjkmnp-z]{10}$/);
  return new URL((await shown.textContent()) ?? "").pathname;
}

const landing = (page: Page, name: string) =>
  expect(page.getByRole("heading", { name: text("invites_you", { name }) })).toBeVisible();

// spec §2: "/{code} (invitation landing)"
// spec §3: "Invite record: friend with registration time."
test("a friend follows an invitation, signs up, and waits in the list; an unknown code leads back", async ({
  operator,
  member,
  server,
  anotherBrowser,
}) => {
  await test.step("a friend follows an invitation, signs up, and waits in the list of who invited", async () => {
    const path = await invitationOf(member, server.url);
    await expect(member.getByText(text("no_friends"))).toBeVisible();

    const friend = await (await anotherBrowser()).newPage();
    await friend.goto(server.url + path);
    await landing(friend, mina.name);
    await friend.getByRole("link", { name: text("sign_up") }).click();
    await fillSignUp(friend, ben);
    await friend.getByRole("button", { name: accounts("continue"), exact: true }).click();
    await expect(friend.getByText(accounts("code_title"))).toBeVisible();
    const claimed = friend.waitForResponse((answer) => answer.url().endsWith("/api/rewards/claims"));
    await enterCode(friend, await codeMailedTo(operator, ben.email));
    await expectSignedIn(friend);
    expect((await claimed).status()).toBe(204);
    // screens.md, 13: what was promised is said, with when it comes.
    await expect(friend.getByText(text("accepted_other", { amount: 5 })).first()).toBeVisible();

    await member.reload();
    await expect(member.getByText(ben.name)).toBeVisible();
    await expect(member.getByText(text("state.pending"), { exact: true })).toBeVisible();

    // Said once: the code is kept no longer.
    let again = false;
    friend.on("request", (asked) => {
      again ||= asked.url().endsWith("/api/rewards/claims");
    });
    await friend.reload();
    await expectSignedIn(friend);
    expect(again).toBe(false);
  });

  await test.step("a code that nobody invites by leads back, and a word is no code", async () => {
    await expectSignedIn(operator);
    const page = await (await anotherBrowser()).newPage();
    for (const path of ["/abcdefghjk", "/invitation-landing"]) {
      await page.goto(server.url + path);
      await expect(page.getByText(text("unknown"))).toBeVisible();
    }
    await page.getByRole("link", { name: text("to_start") }).click();
    await expect(page).toHaveURL(/\/login/);
    await page.goto(`${server.url}/not-a-code`);
    await expect(page.getByRole("heading", { name: textsOf("frame")("missing_title") })).toBeVisible();
  });
});

test("who has an account accepts on the page, and is told why an invitation does not count", async ({
  operator,
  member,
  server,
  anotherBrowser,
}) => {
  const minas = await invitationOf(member, server.url);
  const friend = await signUpMember(operator, ben, await anotherBrowser());
  const accept = (page: Page) => page.getByRole("button", { name: text("accept") }).click();

  await friend.goto(server.url + minas);
  await landing(friend, mina.name);
  await accept(friend);
  await expect(friend.getByText(text("accepted_other", { amount: 5 }))).toBeVisible();
  await friend.getByRole("link", { name: text("to_chat") }).click();
  await expectSignedIn(friend);

  // One's own is none, and nobody comes by two.
  const bens = await invitationOf(friend, server.url);
  await friend.goto(server.url + bens);
  await accept(friend);
  await expect(friend.getByText(problem("rewards.own_invitation"))).toBeVisible();
  const other = await signUpMember(operator, carla, await anotherBrowser());
  await friend.goto(server.url + (await invitationOf(other, server.url)));
  await accept(friend);
  await expect(friend.getByText(problem("rewards.already_invited"))).toBeVisible();
});
