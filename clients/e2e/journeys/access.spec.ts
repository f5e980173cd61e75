import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { call } from "../harness/api.ts";
import { Chat } from "../harness/chat.ts";
import { expect, models, test } from "../harness/test.ts";

const screens = [
  "/home/chat",
  "/settings/general",
  "/profile",
  "/keyboard-shortcuts",
  "/settings/devices",
  "/settings/models",
  "/settings/usage",
  "/settings/api-keys",
  "/settings/quick-actions",
  "/settings/reports",
  "/bots",
  "/bots/create",
  "/settings/users",
  "/settings/outbox",
  "/settings/server",
  "/account-deletion",
  "/404",
];

/** What automatic checks can find of WCAG 2.2 AA; the list of what they found must be empty. */
async function expectNoBarriers(page: Page, where: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"])
    .analyze();
  const found = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(" ")).join(", ")}`,
  );
  expect(found, where).toEqual([]);
}

for (const theme of ["light", "dark"] as const) {
  for (const locale of ["en", "ar"] as const) {
    test(`no screen has a barrier that can be found automatically: ${theme}, ${locale}`, async ({
      connected,
      server,
    }) => {
      test.setTimeout(240_000);
      const chat = new Chat(connected);
      await chat.openNew();
      await chat.chooseModel(models.markdown);
      await chat.ask("Show everything");
      await chat.expectDone();
      const conversation = connected.url();
      await call(connected, "PATCH", "/api/accounts/settings", { theme, locale });

      await connected.goto(conversation);
      await expect(connected.getByRole("article").last()).toBeVisible();
      await expectNoBarriers(connected, "a conversation");
      for (const path of screens) {
        await connected.goto(server.url + path);
        await expect(connected.getByRole("heading").first()).toBeVisible();
        await expect(connected.locator("[aria-busy=true]")).toHaveCount(0);
        await expectNoBarriers(connected, path);
      }
    });
  }

  test(`signing in and up has no barrier that can be found automatically: ${theme}`, async ({
    operator,
    server,
    anotherBrowser,
  }) => {
    await expect(operator).toHaveURL(/chat/);
    const page = await (await anotherBrowser()).newPage();
    await page.emulateMedia({ colorScheme: theme });
    for (const path of ["/login", "/sign-up", "/reset-password", "/ar/login"]) {
      await page.goto(server.url + path);
      await expect(page.getByRole("heading").first()).toBeVisible();
      await expectNoBarriers(page, path);
    }
  });
}
