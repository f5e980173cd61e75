import { Chat } from "../harness/chat.ts";
import { keep, text as memoText, open } from "../harness/memos.ts";
import { expect, models, test } from "../harness/test.ts";
import { textsOf } from "../harness/texts.ts";

const text = textsOf("chat");

// screens.md, 18: "no right-click menus"
test("a right click offers what the buttons of a chat, a message and a memo do, and so does the key", async ({
  connected: page,
}) => {
  const menu = page.getByRole("menu");
  const chat = new Chat(page);
  await chat.openNew();
  await chat.chooseModel(models.quick);
  await chat.ask("What is a tide?");
  await chat.expectDone();

  await test.step("an answer", async () => {
    await chat.answer.locator("p").last().click({ button: "right" });
    await expect(menu.getByRole("menuitem", { name: text("regenerate"), exact: true })).toBeVisible();
    await menu.getByRole("menuitem", { name: text("copy"), exact: true }).click();
    await expect(menu).toHaveCount(0);
    // A menu of the row that opens from the menu.
    await chat.answer.locator("p").last().click({ button: "right" });
    await menu.getByRole("menuitem", { name: text("regenerate_with"), exact: true }).click();
    await expect(page.getByPlaceholder(text("search_models"))).toBeVisible();
    await page.keyboard.press("Escape");
  });

  await test.step("a question", async () => {
    await page.getByText("What is a tide?").last().click({ button: "right" });
    await menu.getByRole("menuitem", { name: text("edit_message"), exact: true }).click();
    await expect(page.getByRole("textbox").filter({ hasText: "What is a tide?" })).toBeVisible();
    await page.keyboard.press("Escape");
  });

  await test.step("a chat in the list, by the pointer and by the key", async () => {
    const row = page.locator("[data-conversation]").first();
    await row.click({ button: "right" });
    await menu.getByRole("menuitem", { name: text("pin"), exact: true }).click();
    await expect(menu).toHaveCount(0);
    await row.focus();
    await page.keyboard.press("Shift+F10");
    await expect(menu.getByRole("menuitem", { name: text("unpin"), exact: true })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(menu).toHaveCount(0);
  });

  await test.step("a memo", async () => {
    await keep(page, { title: "Tides" });
    await open(page, "/home/memo");
    await page.getByRole("link", { name: "Tides", exact: true }).click({ button: "right" });
    await menu.getByRole("menuitem", { name: memoText("delete"), exact: true }).click();
    await expect(page.getByRole("button", { name: memoText("undo"), exact: true })).toBeVisible();
  });
});
