import { expect } from "@playwright/test";
import { models } from "../../harness/test.ts";
import type { Stage } from "../stage.ts";
import { type Shot, shown } from "./shot.ts";

/** Shots of the composer before sending, and while answers are streaming. */
export const composerShots: Shot[] = [
  {
    name: "temporary",
    at: "/home/chat",
    open: ({ page, say }) => page.getByRole("switch", { name: say("chat", "temporary_chat") }).click(),
  },
  { name: "model-picker", at: "/home/chat", open: ({ chat }) => chat.modelButton.click() },
  {
    name: "model-picker-several",
    at: "/home/chat",
    open: async ({ page, chat, say }) => {
      await chat.modelButton.click();
      await page.getByRole("switch", { name: say("chat", "several_models") }).click();
    },
  },
  { name: "slash", at: "/home/chat", open: (stage) => type(stage, "/") },
  { name: "mention", at: "/home/chat", open: (stage) => type(stage, "Show me, @a") },
  {
    name: "attachments",
    at: "/home/chat",
    open: async ({ page }) => {
      const file = (name: string, mimeType: string) => ({ name, mimeType, buffer: Buffer.from("شاي, tea") });
      await page
        .getByTestId("attach-files")
        .setInputFiles([file("عقد الإيجار 2026.txt", "text/plain"), file("song.mp3", "audio/mpeg")]);
      await expect(page.locator("[data-state=ready]")).toHaveCount(1, { timeout: 15_000 });
    },
  },
  { name: "chat-tools", at: "/home/chat", open: (stage) => stage.press("tools", "chat_tools") },
  {
    name: "queued",
    at: "/home/chat",
    open: async ({ page, chat, say }) => {
      await chat.chooseModel(models.slow);
      await chat.field.fill("Talk for a long time");
      await page.getByRole("button", { name: say("chat", "send"), exact: true }).click();
      await expect(chat.answer).toContainText(/\w+ \w+ \w+/);
      for (const words of ["First of all", "ثانيًا: السعر 20 €"]) {
        await chat.field.fill(words);
        await page.getByRole("button", { name: say("chat", "send_next"), exact: true }).click();
      }
      await shown(page.getByRole("list", { name: say("chat", "queued_next") }));
    },
    after: ({ chat }) => chat.stopButton.click(),
  },
  {
    name: "stopped",
    at: "/home/chat",
    open: async ({ page, chat, say }) => {
      await chat.chooseModel(models.slow);
      await chat.field.fill("Talk for a long time");
      await page.getByRole("button", { name: say("chat", "send"), exact: true }).click();
      await expect(chat.answer).toContainText(/\w+ \w+ \w+/);
      await chat.stopButton.click();
      await expect(chat.answer).toContainText(say("chat", "answer_stopped"));
    },
  },
];

async function type({ page, chat, narrow }: Stage, words: string): Promise<void> {
  await chat.field.pressSequentially(words);
  await shown(page.getByRole("option").first());
  if (narrow) await chat.field.focus();
}
