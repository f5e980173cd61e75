import type { BrowserContext, Page } from "@playwright/test";
import { Chat } from "../harness/chat.ts";
import { olivia } from "../harness/people.ts";
import { expect, models, test } from "../harness/test.ts";
import { textsOf } from "../harness/texts.ts";

const text = textsOf("chat");
const frame = textsOf("frame");
const prompts = textsOf("prompts");

/*
 * What comes after the first page is held back here, as on a slow line: whoever is quicker than it must lose nothing.
 */

test("before the rest has loaded nothing moves, what is written is kept, and presses and keys open what they say", async ({
  connected,
  anotherBrowser,
}) => {
  await test.step("nothing moves while the rest comes in", async () => {
    const { page, letThrough } = await visit(connected, await anotherBrowser(), /./, async (fresh) => {
      await fresh.addInitScript(() => {
        const moved = { by: 0 };
        Object.assign(window, { moved });
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries())
            moved.by += (entry as PerformanceEntry & { value: number }).value;
        }).observe({ type: "layout-shift", buffered: true });
      });
    });
    await expect(new Chat(page).field).toBeEditable();
    await letThrough();
    await expect(page.getByRole("button", { name: prompts("library"), exact: true })).toBeVisible();
    await expect(page.getByRole("navigation", { name: text("conversations") })).toBeVisible();
    expect(await page.evaluate(() => (window as unknown as { moved: { by: number } }).moved.by)).toBeLessThan(
      0.01,
    );
  });

  await test.step("what is written before the rest is there is kept, sent and answered", async () => {
    const { page, letThrough } = await visit(
      connected,
      await anotherBrowser(),
      /ConversationScreen-|MessageParts-/,
    );
    const chat = new Chat(page);
    await chat.chooseModel(models.quick);
    await chat.field.fill("Typed at once");
    await page.reload();
    await expect(chat.field).toHaveValue("Typed at once");
    await chat.field.press("Enter");
    await expect(page).toHaveURL(/\/home\/chat\/.+/);
    await letThrough();
    await expect(chat.questions.last()).toContainText("Typed at once");
    await chat.expectDone();
  });

  await test.step("the first press on each button opens it, however late its code is", async () => {
    const { page, letThrough } = await visit(
      connected,
      await anotherBrowser(),
      /-parts-|AccountMenuItems-|parts-/,
    );
    const chat = new Chat(page);
    await expect(chat.field).toBeEditable();

    const account = page.getByRole("button", { name: frame("account_menu", { name: olivia.name }) });
    await account.click();
    await expect(account).toHaveAttribute("aria-busy", "true");
    await letThrough();
    const menu = page.getByRole("menu");
    await expect(menu.getByRole("menuitem", { name: frame("profile") })).toBeVisible();
    // The keyboard goes on where the press left it, and comes back to the button.
    await page.keyboard.press("ArrowDown");
    await expect(menu.getByRole("menuitem", { name: frame("profile") })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(menu).toBeHidden();
    await expect(account).toBeFocused();
    await account.press("ArrowDown");
    await expect(menu.getByRole("menuitem", { name: frame("profile") })).toBeFocused();
    await page.keyboard.press("Escape");

    await chat.modelButton.click();
    await page.getByPlaceholder(text("search_models")).fill(models.quick);
    await page.keyboard.press("Escape");
    await expect(chat.modelButton).toBeFocused();
  });

  await test.step("the keyboard opens what is still on its way", async () => {
    const { page, letThrough } = await visit(
      connected,
      await anotherBrowser(),
      /model-picker-parts-|Palette-/,
    );
    const chat = new Chat(page);
    await expect(chat.field).toBeFocused();
    await chat.modelButton.focus();
    await page.keyboard.press("Enter");
    await expect(chat.modelButton).toHaveAttribute("aria-busy", "true");
    await letThrough();
    const search = page.getByPlaceholder(text("search_models"));
    await expect(search).toBeFocused();
    await page.keyboard.type(models.quick);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await expect(chat.modelButton).toContainText(models.quick);

    await page.keyboard.press("ControlOrMeta+k");
    await expect(page.getByRole("dialog")).toBeVisible();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: prompts("library"), exact: true }).click();
    await expect(page.getByRole("dialog", { name: prompts("library") })).toBeVisible();
  });
});

/** Opens the empty chat in a browser with an empty cache and delays later requests that match. */
async function visit(
  known: Page,
  browser: BrowserContext,
  later: RegExp,
  prepare: (page: Page) => Promise<void> = async () => undefined,
): Promise<{ page: Page; letThrough: () => Promise<void> }> {
  const { cookies } = await known.context().storageState();
  await browser.addCookies(cookies);
  const page = await browser.newPage();
  await prepare(page);
  const held: (() => Promise<void>)[] = [];
  let holding = true;
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    const name = new URL(route.request().url()).pathname.split("/").at(-1) ?? "";
    const first = FIRST.test(name);
    if (!holding || first || !later.test(name)) return route.continue();
    // A reload takes back what was asked for before it.
    held.push(() => route.continue().catch(() => undefined));
  });
  await page.goto(new URL("/home/chat", known.url()).href);
  return {
    page,
    letThrough: async () => {
      holding = false;
      await Promise.all(held.map((go) => go()));
    },
  };
}

/** Matches the first script and the texts of the first page, without which nothing can be pressed. */
const FIRST = /^(first|react|rolldown-runtime|start)-/;
