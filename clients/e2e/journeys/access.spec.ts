import type { Page } from "@playwright/test";
import { call } from "../harness/api.ts";
import { expectNoBarriers, lookAt } from "../harness/barriers.ts";
import { Chat } from "../harness/chat.ts";
import { screens } from "../harness/screens.ts";
import { expect, models, test } from "../harness/test.ts";

const addresses: readonly string[] = Object.values(screens);
/** Number of pages checked by one test: each takes a second or two, and several on a busy machine. */
const TOGETHER = 13;
const groups = Array.from({ length: Math.ceil(addresses.length / TOGETHER) }, (_, index) =>
  addresses.slice(index * TOGETHER, (index + 1) * TOGETHER),
);

async function lookThrough(page: Page, addresses: readonly string[]): Promise<void> {
  for (const address of addresses) await lookAt(page, address);
}

// By turns: the rules look at marks and colours, which are the same in every language.
for (const [turn, paths] of groups.entries()) {
  const locale = turn % 2 === 0 ? "en" : "ar";
  test(`no barrier can be found automatically: ${locale}, ${paths.join(" ")}`, async ({
    connected,
    server,
  }) => {
    test.setTimeout(240_000);
    await call(connected, "PATCH", "/api/accounts/settings", { theme: "auto", locale });
    // The page is still in the language it was loaded with.
    await connected.reload();
    await lookThrough(
      connected,
      paths.map((path) => server.url + path),
    );
  });
}

test("a conversation, and signing in and up, have no barrier that can be found automatically", async ({
  connected,
  server,
  anotherBrowser,
}) => {
  test.setTimeout(180_000);
  await test.step("a conversation has no barrier that can be found automatically", async () => {
    const chat = new Chat(connected);
    await chat.openNew();
    await chat.chooseModel(models.markdown);
    await chat.ask("Show everything");
    await chat.expectDone();
    const conversation = connected.url();
    for (const locale of ["en", "ar"]) {
      await call(connected, "PATCH", "/api/accounts/settings", { theme: "auto", locale });
      await connected.goto(conversation);
      await expect(connected.getByRole("article").last()).toBeVisible();
      await expectNoBarriers(connected, `a conversation: ${locale}`);
    }
  });

  await test.step("signing in and up has no barrier that can be found automatically", async () => {
    const operator = connected;
    await expect(operator).toHaveURL(/chat/);
    const page = await (await anotherBrowser()).newPage();
    const paths = ["/login", "/sign-up", "/reset-password", "/ar/login"];
    await lookThrough(
      page,
      paths.map((path) => server.url + path),
    );
  });
});
