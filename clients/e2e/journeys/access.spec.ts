import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { call } from "../harness/api.ts";
import { Chat } from "../harness/chat.ts";
import { expect, models, test } from "../harness/test.ts";

const screens = [
  "/home/chat",
  "/home/chat/trash",
  "/bots",
  "/bots/create",
  "/404",
  "/403",
  "/500",
  "/settings/general",
  "/profile",
  "/keyboard-shortcuts",
  "/settings/devices",
  "/settings/chat",
  "/settings/quick-actions",
  "/settings/data",
  "/settings/shares",
  "/account-deletion",
  "/settings/models",
  "/settings/tools",
  "/settings/usage",
  "/settings/api-keys",
  "/settings/users",
  "/settings/reports",
  "/settings/outbox",
  "/settings/server",
];
/** Looked through by one test: each takes a second or two, and several on a busy machine. */
const TOGETHER = 4;
const groups = Array.from({ length: Math.ceil(screens.length / TOGETHER) }, (_, index) =>
  screens.slice(index * TOGETHER, (index + 1) * TOGETHER),
);

const WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

/** What automatic checks can find of WCAG 2.2 AA, in both themes; the list of what they found must be empty. */
async function expectNoBarriers(page: Page, where: string): Promise<void> {
  const found: string[] = [];
  const look = async (theme: "light" | "dark", axe: AxeBuilder) => {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
    await page.evaluate(() =>
      Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => undefined))),
    );
    const { violations } = await axe.analyze();
    for (const { id, nodes } of violations)
      found.push(`${theme}: ${id}: ${nodes.map((node) => node.target.join(" ")).join(", ")}`);
  };
  await look("light", new AxeBuilder({ page }).withTags(WCAG));
  // In the dark only the colours are others.
  await look("dark", new AxeBuilder({ page }).withRules(["color-contrast"]));
  expect(found, where).toEqual([]);
}

async function lookThrough(page: Page, addresses: readonly string[]): Promise<void> {
  for (const address of addresses) {
    await page.goto(address);
    await expect(page.getByRole("heading").first()).toBeVisible();
    await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
    await expectNoBarriers(page, address);
  }
}

for (const locale of ["en", "ar"] as const) {
  for (const paths of groups) {
    test(`no barrier can be found automatically: ${locale}, ${paths.join(" ")}`, async ({
      connected,
      server,
    }) => {
      await call(connected, "PATCH", "/api/accounts/settings", { theme: "auto", locale });
      await lookThrough(
        connected,
        paths.map((path) => server.url + path),
      );
    });
  }

  test(`a conversation has no barrier that can be found automatically: ${locale}`, async ({ connected }) => {
    const chat = new Chat(connected);
    await chat.openNew();
    await chat.chooseModel(models.markdown);
    await chat.ask("Show everything");
    await chat.expectDone();
    const conversation = connected.url();
    await call(connected, "PATCH", "/api/accounts/settings", { theme: "auto", locale });
    await connected.goto(conversation);
    await expect(connected.getByRole("article").last()).toBeVisible();
    await expectNoBarriers(connected, "a conversation");
  });
}

test("signing in and up has no barrier that can be found automatically", async ({
  operator,
  server,
  anotherBrowser,
}) => {
  await expect(operator).toHaveURL(/chat/);
  const page = await (await anotherBrowser()).newPage();
  const paths = ["/login", "/sign-up", "/reset-password", "/ar/login"];
  await lookThrough(
    page,
    paths.map((path) => server.url + path),
  );
});
