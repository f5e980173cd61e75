import type { Page } from "@playwright/test";
import { uuidV7 } from "../../contract/uuid-v7.ts";
import { call } from "../harness/api.ts";
import { Chat } from "../harness/chat.ts";
import { giveRecogniser } from "../harness/speech.ts";
import { expect, models, test } from "../harness/test.ts";
import { textsOf } from "../harness/texts.ts";
import { visit } from "../harness/visit.ts";

const text = textsOf("chat");
const voiceText = textsOf("voice");

/** Asks several long questions, together longer than the model's context. */
async function askLong(page: Page, count: number): Promise<string> {
  const conversation = uuidV7();
  const path = `/api/chat/conversations/${conversation}`;
  let parent: string | null = null;
  for (let number = 1; number <= count; number++) {
    const body = {
      id: uuidV7(),
      parent_id: parent,
      text: `Question ${number}. ${"word ".repeat(4_000)}`,
      model: `fake/${models.quick}`,
    };
    const sent = (await call(page, "POST", `${path}/messages`, body)) as {
      assistant_message: { id: string };
    };
    parent = sent.assistant_message.id;
    await expect
      .poll(
        async () =>
          ((await call(page, "GET", path)) as { conversation: { running: boolean } }).conversation.running,
      )
      .toBe(false);
  }
  return conversation;
}

// spec §4: "Chat context: nearing limit, smart trimming, custom limit."
test("a long chat is summed up in sight, the summary is edited, and a custom limit crops instead", async ({
  connected,
}) => {
  const conversation = await askLong(connected, 5);
  const place = new URL(`/home/chat/chat/${conversation}`, connected.url()).href;
  await connected.goto(place);
  await expect(connected.getByText(text("context_trimming"))).toBeVisible();
  await connected.getByRole("button", { name: new RegExp(`^${text("context")}: `) }).click();
  await expect(connected.getByText(text("context_smart"), { exact: true })).toBeVisible();
  await connected.keyboard.press("Escape");

  const mark = connected.getByRole("region", { name: text("trim_mark") });
  await connected.getByRole("log").hover();
  await expect(async () => {
    await connected.mouse.wheel(0, -200);
    await expect(mark).toBeVisible({ timeout: 200 });
  }).toPass();
  await mark.getByRole("button", { name: text("edit_summary") }).click();
  await mark.getByRole("textbox", { name: text("summary") }).fill("Ana asked about **words**.");
  await mark.getByRole("button", { name: text("save") }).click();
  await expect(mark.getByText("Ana asked about words.")).toBeVisible();
  await expect(mark.getByText(text("summary_edited"))).toBeVisible();

  await connected.getByRole("button", { name: text("chat_settings"), exact: true }).click();
  await connected.getByRole("combobox", { name: text("context"), exact: true }).click();
  await connected.getByRole("option", { name: text("own_setting") }).click();
  await connected.getByRole("radio", { name: text("context_custom") }).click();
  await expect(connected.getByRole("spinbutton", { name: text("context_tokens_label") })).toHaveValue(
    "20000",
  );
  await connected.keyboard.press("Escape");
  await expect(connected.getByText(text("context_cropping"))).toBeVisible();
});

// spec §8: "Unable to start voice input, please try again."
// spec §8: "Unable to start voice input, please try again."; "microphone permission failure (enable in system settings and retry)"
// spec §5: "Voice input works in one browser family only."
// spec §3: "Chat settings: context mode, font size (normal or large), content width (full or max-width),
// scroll behaviour, reply language, temporary chat, starred."
test("voice input writes into the field, and chat settings change size, width, context and language", async ({
  connected,
}) => {
  await test.step("what is said is written into the field, and a microphone that is not allowed is said to be", async () => {
    await giveRecogniser(connected);
    const chat = new Chat(connected);
    await chat.openNew();
    await connected.getByRole("button", { name: voiceText("start") }).click();
    await expect(connected.getByRole("button", { name: voiceText("stop") })).toBeVisible();
    await connected.evaluate(
      "recogniser.onresult({resultIndex:0,results:[{isFinal:true,0:{transcript:'Good morning'}}]})",
    );
    await expect(chat.field).toHaveValue("Good morning ");
    await connected.getByRole("button", { name: voiceText("stop") }).click();
    await connected.getByRole("button", { name: voiceText("start") }).click();
    await connected.evaluate("recogniser.onerror({error:'not-allowed'}); recogniser.onend()");
    await expect(connected.getByText(voiceText("denied")).first()).toBeVisible();
    await connected.getByRole("button", { name: voiceText("denied") }).click();
    await connected.evaluate("recogniser.onerror({error:'network'}); recogniser.onend()");
    await expect(connected.getByText("Unable to start voice input, please try again.").first()).toBeVisible();
  });

  // issue 3: "Chat settings: font size, width, scroll behaviour, reply language, starred"
  await test.step("letters are larger where that is set, and answers wider in one chat or in all", async () => {
    // Beside the rail and the list of chats there is room for wider answers only in a wide window.
    await connected.setViewportSize({ width: 1440, height: 800 });
    const chat = new Chat(connected);
    await chat.openNew();
    await chat.chooseModel(models.quick);
    await chat.ask("How wide is the sea?");
    await chat.expectDone();
    const width = async () => (await chat.answer.boundingBox())?.width ?? 0;
    const letters = () =>
      chat.answer
        .locator(".markdown")
        .evaluate((words) => Number.parseFloat(getComputedStyle(words).fontSize));
    const [narrow, small] = [await width(), await letters()];

    await connected.getByRole("button", { name: text("chat_settings"), exact: true }).click();
    const choose = async (option: string) => {
      await connected.getByRole("combobox", { name: text("content_width"), exact: true }).click();
      await connected.getByRole("option", { name: text(option), exact: true }).click();
    };
    await choose("width_full");
    await expect.poll(width).toBeGreaterThan(narrow + 50);
    await choose("as_everywhere");
    await expect.poll(width).toBe(narrow);
    await connected.keyboard.press("Escape");

    const accounts = textsOf("accounts");
    const place = connected.url();
    await visit(connected, new URL("/settings/general", place).href);
    const row = (name: string) => connected.getByRole("radiogroup", { name: accounts(name), exact: true });
    await row("font_size")
      .getByRole("radio", { name: accounts("size_large") })
      .click();
    await row("content_width")
      .getByRole("radio", { name: accounts("width_full") })
      .click();
    await visit(connected, place);
    await expect.poll(width).toBeGreaterThan(narrow + 50);
    await expect.poll(letters).toBeGreaterThan(small);
  });

  await test.step("how chats are held is set once for all of them, and a limit takes whole thousands only", async () => {
    await visit(connected, new URL("/settings/chat", connected.url()).href);
    await connected.getByRole("radio", { name: text("context_custom") }).click();
    const tokens = connected.getByRole("spinbutton", { name: text("context_tokens_label") });
    await tokens.fill("4500");
    await expect(tokens).toHaveAttribute("aria-invalid", "true");
    await tokens.fill("9000");
    await tokens.press("Enter");
    await connected.getByRole("radio", { name: text("scroll_pin") }).click();
    await connected.getByRole("combobox", { name: text("reply_language") }).click();
    await connected.getByRole("option", { name: "French" }).click();
    await connected.reload();
    await expect(tokens).toHaveValue("9000");
    await expect(connected.getByRole("radio", { name: text("scroll_pin") })).toBeChecked();
    await expect(connected.getByRole("combobox", { name: text("reply_language") })).toContainText("French");
  });
});
