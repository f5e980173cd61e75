import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { BrowserContext, Page } from "@playwright/test";
import { call } from "../harness/api.ts";
import { Chat } from "../harness/chat.ts";
import { mina, signUpMember } from "../harness/people.ts";
import { repository } from "../harness/program.ts";
import { expect, models, test } from "../harness/test.ts";
import { textsOf } from "../harness/texts.ts";

const folder = process.env.PICTURES ?? join(repository, "pictures");
const text = textsOf("chat");

/** The name of the engine that answers without a model. */
const BUILT_IN = "Built-in helper";

const sizes = {
  wide: { viewport: { width: 1280, height: 800 } },
  narrow: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 },
} as const;
const looks = [
  { theme: "light", locale: "en" },
  { theme: "dark", locale: "en" },
  { theme: "light", locale: "ar" },
  { theme: "dark", locale: "ar" },
] as const;

const pages: Record<string, string> = {
  list: "/home",
  welcome: "/home/chat",
  "settings-list": "/settings",
  general: "/settings/general",
  profile: "/profile",
  shortcuts: "/keyboard-shortcuts",
  devices: "/settings/devices",
  "chat-settings": "/settings/chat",
  "quick-actions": "/settings/quick-actions",
  data: "/settings/data",
  shares: "/settings/shares",
  trash: "/home/chat/trash",
  bots: "/bots",
  "new-bot": "/bots/create",
  models: "/settings/models",
  tools: "/settings/tools",
  usage: "/settings/usage",
  "api-keys": "/settings/api-keys",
  users: "/settings/users",
  reports: "/settings/reports",
  outbox: "/settings/outbox",
  server: "/settings/server",
  deletion: "/account-deletion",
  missing: "/404",
  broken: "/500",
  forbidden: "/403",
};

for (const [size, device] of Object.entries(sizes)) {
  test(`pictures of every screen, ${size}`, async ({ connected, server, browser, anotherBrowser }) => {
    test.setTimeout(600_000);
    mkdirSync(folder, { recursive: true });
    const conversations = await talk(connected);
    await signUpMember(connected, mina, await anotherBrowser());

    const inside = await browser.newContext({
      ...device,
      storageState: await connected.context().storageState(),
    });
    for (const { theme, locale } of looks) {
      await call(connected, "PATCH", "/api/accounts/settings", { theme, locale });
      const page = await openStill(inside, server.url);
      const take = (name: string) => shoot(page, [name, size, theme, locale]);
      for (const [name, path] of Object.entries({ ...conversations, ...pages })) {
        await page.goto(server.url + path);
        await take(name);
      }
      await page.goto(server.url + pages.welcome);
      await settled(page);
      await page.keyboard.press("Control+k");
      await expect(page.getByRole("dialog")).toBeVisible();
      await take("palette");
      await page.close();
    }
    await inside.close();

    for (const { theme, locale } of looks) {
      const outside = await browser.newContext({ ...device, colorScheme: theme });
      const page = await openStill(outside, server.url);
      for (const name of ["login", "sign-up", "reset-password"]) {
        await page.goto(`${server.url}${locale === "en" ? "" : `/${locale}`}/${name}`);
        await shoot(page, [name, size, theme, locale]);
      }
      await outside.close();
    }
  });
}

/** Conversations that show what an answer can look like; gives where each is. */
async function talk(page: Page): Promise<Record<string, string>> {
  const chat = new Chat(page);
  const where: Record<string, string> = {};
  const tell = async (name: string, model: string, question: string) => {
    await chat.openNew();
    await chat.chooseModel(model);
    await chat.ask(question);
    await expect(chat.answer).toBeVisible();
    await chat.expectDone();
    where[name] = new URL(page.url()).pathname;
  };
  await tell("built-in", BUILT_IN, "How far is 26.2 miles in kilometres?");
  await tell("built-in-refers", BUILT_IN, "Write me a sonnet about the sea");
  await tell("key-refused", models.unauthorized, "Is anybody there?");
  await tell("broke-off", models.brokenMidway, "Tell me a story");
  await tell("thoughts", models.thoughtful, "Think before you speak");
  await tell("markdown", models.markdown, "Show me the three largest moons, some code and a formula");
  await chat.ask("مرحبا، هل تتكلم العربية؟");
  await chat.expectDone();
  await chat.press(chat.answer, text("regenerate"));
  await chat.expectDone();
  return where;
}

async function openStill(context: BrowserContext, url: string): Promise<Page> {
  const page = await context.newPage();
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto(url);
  return page;
}

async function settled(page: Page): Promise<void> {
  await page.waitForLoadState("load");
  await expect(page.locator("main:visible").first()).not.toBeEmpty();
  await expect(page.locator("[aria-busy=true], [class*='ui-pulse']")).toHaveCount(0);
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
}

async function shoot(page: Page, names: string[]): Promise<void> {
  await settled(page);
  await page.screenshot({
    path: join(folder, `${names.join("-")}.png`),
    animations: "disabled",
    caret: "hide",
  });
}
