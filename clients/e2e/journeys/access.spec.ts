import type { Page } from "@playwright/test";
import { call } from "../harness/api.ts";
import { expectNoBarriers, lookAt } from "../harness/barriers.ts";
import { Chat } from "../harness/chat.ts";
import { layoutFaults } from "../harness/layout.ts";
import { screenGroups } from "../harness/screens.ts";
import { expect, models, test } from "../harness/test.ts";

async function lookThrough(page: Page, addresses: readonly string[]): Promise<void> {
  for (const address of addresses) await lookAt(page, address);
}

for (const { wide: locale, paths } of screenGroups)
  test(`no barrier and nothing cut off or covered can be found automatically: ${locale}, ${paths.join(" ")}`, async ({
    connected,
    server,
  }) => {
    await call(connected, "PATCH", "/api/accounts/settings", { theme: "auto", locale });
    // The page is still in the language it was loaded with.
    await connected.reload();
    const faults: string[] = [];
    for (const path of paths) {
      await lookAt(connected, server.url + path);
      faults.push(...(await layoutFaults(connected)).map((fault) => `${path}: ${fault}`));
    }
    expect(faults).toEqual([]);
  });

test("a conversation, and signing in and up, have no barrier that can be found automatically", async ({
  connected,
  server,
  anotherBrowser,
}) => {
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
    const paths = ["/login", "/sign-up", "/reset-password", "/set-password?link=gone", "/ar/login"];
    await lookThrough(
      page,
      paths.map((path) => server.url + path),
    );
  });
});
