import type { Page } from "@playwright/test";
import { call } from "../harness/api.ts";
import { Chat } from "../harness/chat.ts";
import { expect, models, test } from "../harness/test.ts";
import { textsOf } from "../harness/texts.ts";

const text = textsOf("memory");

const button = (page: Page, key: string, values?: Record<string, string | number>) =>
  page.getByRole("button", { name: text(key, values), exact: true });
const waiting = (page: Page) => page.getByRole("region", { name: text("suggestions"), exact: true });

// spec §1: "Memory (learns from chats, suggests items to adopt or reject, personalizes answers)."
// spec §4: "Memory suggestion: pending, then adopted or rejected; can be regenerated."
test("suggestions from a chat are adopted, used, left out, regenerated and rejected", async ({
  connected: page,
}) => {
  await test.step("what is said in a chat is suggested, remembered, used, and left out when asked again", async () => {
    const chat = new Chat(page);
    await chat.openNew();
    await chat.chooseModel(models.echo);
    await chat.ask("Plan a dinner. By the way, I'm allergic to nuts.");
    await expect(waiting(page)).toContainText("I'm allergic to nuts");
    await chat.expectDone();
    await expect(button(page, "used_one")).toHaveCount(0);
    await waiting(page)
      .getByRole("button", { name: text("adopt"), exact: true })
      .click();
    await expect(waiting(page)).toHaveCount(0);

    await chat.ask("And a cake?");
    await expect(chat.answers).toHaveCount(2);
    await chat.expectDone();
    await chat.answer.hover();
    await chat.answer.getByRole("button", { name: text("used_one"), exact: true }).click();
    const popover = page.getByRole("dialog", { name: text("used_one"), exact: true });
    await expect(popover).toContainText("I'm allergic to nuts");
    await popover.getByRole("button", { name: text("without"), exact: true }).click();
    await expect(chat.answer.getByText("2/2")).toBeVisible();
    await chat.expectDone();
    await expect(chat.answer.getByRole("button", { name: text("used_one"), exact: true })).toHaveCount(0);

    const { items } = await call<{ items: { text: string }[] }>(page, "GET", "/api/memory/items");
    expect(items.map((item) => item.text)).toEqual(["I'm allergic to nuts"]);
  });

  await test.step("a suggestion is written again, adopted in other words, or rejected and thought about again", async () => {
    await call(page, "PATCH", "/api/memory", { model: `fake/${models.writer}` });
    const chat = new Chat(page);
    await chat.openNew();
    await chat.chooseModel(models.echo);
    await chat.ask("Remember that I like trains. I live in Graz.");
    await chat.expectDone();
    await waiting(page)
      .getByRole("button", { name: text("all_of", { count: 2 }), exact: true })
      .click();
    const drawer = page.getByRole("dialog", { name: text("memory"), exact: true });
    const cards = drawer
      .getByRole("list", { name: text("states.pending"), exact: true })
      .getByRole("listitem");
    await expect(cards).toHaveCount(2);
    const trains = cards.filter({ hasText: "Remember that I like trains." });
    await trains.getByRole("button", { name: text("regenerate"), exact: true }).click();
    const words = trains.getByRole("textbox", { name: text("to_remember"), exact: true });
    await expect(words).toHaveValue("We meet on Friday at ten.");
    await words.fill("Likes trains");
    await trains.getByRole("button", { name: text("adopt"), exact: true }).click();
    await expect(cards).toHaveCount(1);
    await cards.getByRole("button", { name: text("reject"), exact: true }).click();
    await expect(cards).toHaveCount(0);
    await drawer.getByRole("radio", { name: text("states.rejected"), exact: true }).click();
    await drawer.getByRole("button", { name: text("think_again"), exact: true }).click();
    await drawer.getByRole("radio", { name: text("states.pending"), exact: true }).click();
    await expect(cards).toHaveCount(1);
    await drawer.getByRole("tab", { name: new RegExp(`^${text("manage")}`) }).click();
    await expect(drawer.getByRole("list", { name: text("remembered"), exact: true })).toContainText(
      "Likes trains",
    );
  });
});
