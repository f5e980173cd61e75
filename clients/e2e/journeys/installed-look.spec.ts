import type { Page } from "@playwright/test";
import { call } from "../harness/api.ts";
import { Chat } from "../harness/chat.ts";
import { hiddenBehindEdges, layKeyboard, roundOff } from "../harness/phone.ts";
import { screens } from "../harness/screens.ts";
import { expect, models, test } from "../harness/test.ts";
import { textsOf } from "../harness/texts.ts";
import { visit } from "../harness/visit.ts";

const frame = textsOf("frame");
const text = textsOf("chat");
const search = textsOf("search");

const UPRIGHT = { width: 390, height: 844 };
/** Safe areas of an iPhone without a button, in portrait and landscape. */
const NOTCH = { top: 47, bottom: 34, left: 0, right: 0 };
const NOTCH_ASIDE = { top: 0, bottom: 21, left: 47, right: 47 };
const ASIDE = { width: UPRIGHT.height, height: UPRIGHT.width };

test.use({ viewport: UPRIGHT, isMobile: true, hasTouch: true });

/** Sends with the button, because Enter starts a new line on phones. */
async function send(chat: Chat, words: string): Promise<void> {
  await chat.field.fill(words);
  await chat.page.getByRole("button", { name: text("send"), exact: true }).tap();
  await chat.expectDone();
}

/** Returns the bottom edge of the composer's field. */
const footOf = async (page: Page) => {
  const box = await new Chat(page).field.boundingBox();
  return box === null ? Number.NaN : box.y + box.height;
};

/** One screen per kind of area: lists, a form, a composer, settings with a column beside them. */
const AREAS = [
  "memo",
  "bots",
  "new-bot",
  "documents",
  "readings",
  "research",
  "general",
  "models",
  "pricing",
  "quick",
] as const satisfies (keyof typeof screens)[];

/** Expects that every area keeps clear of the screen's edges. */
async function expectClearAreas(page: Page, url: string, insets: typeof NOTCH): Promise<void> {
  for (const area of AREAS) {
    await visit(page, url + screens[area]);
    await expect(page.locator("main, [role=main]").first()).toBeVisible();
    await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
    await expect.poll(() => hiddenBehindEdges(page, insets), { message: area }).toEqual([]);
  }
}

// Issue: "safe areas"
test("nothing stands under the notch, the bar at the foot or the round corners", async ({
  connected: page,
  server,
  anotherBrowser,
}) => {
  const chat = new Chat(page);
  await chat.openNew();
  await chat.chooseModel(models.quick);
  await send(chat, "On the way");
  const conversation = page.url();
  // On its side, the notch is where lines of a language from the right begin.
  for (const [insets, size, locale] of [
    [NOTCH, UPRIGHT, "en"],
    [NOTCH_ASIDE, ASIDE, "ar"],
  ] as const) {
    const [frame, search] = [textsOf("frame", locale), textsOf("search", locale)];
    await call(page, "PATCH", "/api/accounts/settings", { locale });
    await page.reload();
    await page.setViewportSize(size);
    await roundOff(page, insets);
    const look = async (where: string) =>
      expect.poll(() => hiddenBehindEdges(page, insets), { message: where }).toEqual([]);
    for (const path of ["/home", "/home/chat", conversation, "/home/search", "/settings", "/404"]) {
      await visit(page, new URL(path, server.url).href);
      await expect(page.getByRole("heading").first()).toBeAttached();
      await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
      await look(path);
    }
    // What rises over the page, and what comes from its side.
    await visit(page, `${server.url}/home/search`);
    await page.getByRole("button", { name: frame("more"), exact: true }).click();
    await expect(page.getByRole("dialog", { name: frame("more") })).toBeVisible();
    await look("more");
    await page.getByRole("button", { name: frame("palette"), exact: true }).click();
    await expect(page.getByPlaceholder(frame("palette_placeholder"))).toBeFocused();
    await look("palette");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: search("history"), exact: true }).click();
    await expect(page.getByRole("dialog", { name: search("history") })).toBeVisible();
    await look("history");
    await expectClearAreas(page, server.url, insets);
  }
  // Who is signed out has a notch too.
  const outside = await (await anotherBrowser()).newPage();
  await outside.setViewportSize(UPRIGHT);
  await roundOff(outside, NOTCH);
  await outside.goto(`${server.url}/login`);
  await expect(outside.getByRole("heading").first()).toBeVisible();
  expect(await hiddenBehindEdges(outside, NOTCH)).toEqual([]);
});

// Issue: "keyboard that never hides the composer"
test("the keyboard hides neither the composer nor a dialog's buttons, laid over the page or beside it", async ({
  connected: page,
  server,
}) => {
  const chat = new Chat(page);
  await chat.openNew();
  await chat.chooseModel(models.quick);
  const keyboard = 336;
  const room = UPRIGHT.height - keyboard;
  const lines = Array.from({ length: 40 }, (_, line) => `Line ${line}`).join("\n");

  for (const place of ["new", "conversation"]) {
    if (place === "conversation") {
      await send(chat, "On the way");
    }
    await chat.field.fill(lines);
    // Chromium's makes the page smaller.
    await page.setViewportSize({ ...UPRIGHT, height: room });
    await expect.poll(() => footOf(page), { message: place }).toBeLessThan(room);
    await expect(page.getByRole("button", { name: text("send"), exact: true })).toBeInViewport();
    await page.setViewportSize(UPRIGHT);
    // Safari's lies over it.
    await chat.field.focus();
    await layKeyboard(page, keyboard);
    await expect.poll(() => footOf(page), { message: place }).toBeLessThan(room);
    const button = await page.getByRole("button", { name: text("send"), exact: true }).boundingBox();
    expect((button?.y ?? 0) + (button?.height ?? 0)).toBeLessThanOrEqual(room);
    expect((await chat.field.boundingBox())?.height ?? 0, "something of it can be read").toBeGreaterThan(60);
    await layKeyboard(page, 0);
    await expect.poll(() => footOf(page)).toBeGreaterThan(room);
    await chat.field.fill("");
  }

  // On its side there is little room left: the line that is written can be seen all the same.
  await page.setViewportSize(ASIDE);
  await chat.field.focus();
  await layKeyboard(page, 210);
  await expect.poll(() => footOf(page)).toBeLessThan(ASIDE.height - 210);
  expect((await chat.field.boundingBox())?.y ?? -1).toBeGreaterThanOrEqual(0);
  await layKeyboard(page, 0);
  await page.setViewportSize(UPRIGHT);

  // A dialog with a field in it stands above the keyboard as well.
  await visit(page, `${server.url}/home/search`);
  await page.getByRole("button", { name: frame("more"), exact: true }).click();
  await layKeyboard(page, keyboard);
  const more = page.getByRole("dialog", { name: frame("more") });
  await expect
    .poll(async () => {
      const box = await more.boundingBox();
      return box === null ? Number.NaN : Math.round(box.y + box.height);
    })
    .toBeLessThanOrEqual(room);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: search("history"), exact: true }).click();
  await expect(page.getByRole("dialog", { name: search("history") })).toBeVisible();
});
