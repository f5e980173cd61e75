import { expect } from "@playwright/test";
import type { Scenes } from "../scenes.ts";
import type { Stage } from "../stage.ts";
import { type Shot, shown } from "./shot.ts";

const SCENES = [
  "built-in",
  "built-in-refers",
  "key-refused",
  "broke-off",
  "thoughts",
  "markdown",
  "mixed",
  "columns",
  "merged",
  "asking",
  "tool-used",
  "files",
  "long",
  "bot-talk",
] as const satisfies (keyof Scenes)[];

/** Shots of conversations as they open. */
export const conversations: Shot[] = SCENES.map((scene) => ({ name: scene, at: scene }));

/** Shots of popups over a conversation. */
export const conversationShots: Shot[] = [
  { name: "conversation-menu", at: "mixed", open: (stage) => stage.act() },
  { name: "rename", at: "mixed", open: (stage) => stage.act("rename") },
  { name: "share", at: "mixed", open: (stage) => stage.act("share_chat") },
  { name: "export", at: "mixed", open: (stage) => stage.act("export_chat") },
  { name: "tree", at: "markdown", open: (stage) => stage.press("chat", "show_tree") },
  { name: "resources", at: "files", size: "wide", open: (stage) => stage.press("chat", "resources") },
  {
    name: "resource-links",
    at: "mixed",
    open: async (stage) => {
      await stage.act("resources");
      await stage.tab("resources", "links");
    },
  },
  {
    name: "resource-shared",
    at: "mixed",
    open: async (stage) => {
      await stage.act("resources");
      await stage.tab("resources", "shared");
    },
  },
  {
    name: "file",
    at: "files",
    open: (stage) => stage.press("documents", "open_file", { name: "قائمة الشاي لعام 2026.txt" }),
  },
  { name: "settings-here", at: "markdown", open: (stage) => stage.press("chat", "chat_settings") },
  {
    name: "settings-here-context",
    at: "markdown",
    open: async (stage) => {
      await stage.press("chat", "chat_settings");
      await stage.page.getByRole("combobox", { name: stage.say("chat", "context"), exact: true }).click();
      await stage.page.getByRole("option", { name: stage.say("chat", "own_setting") }).click();
    },
  },
  { name: "gauge", at: "markdown", open: gauge },
  { name: "gauge-full", at: "long", open: gauge },
  {
    name: "trimmed",
    at: "long",
    open: async ({ page, say }) => {
      const mark = page.getByRole("region", { name: say("chat", "trim_mark") });
      await expect(async () => {
        await page.getByRole("log").evaluate((log) => {
          const box = log.closest("[class*=overflow-y]") ?? log;
          box.scrollTop -= 400;
        });
        await expect(mark).toBeVisible({ timeout: 200 });
      }).toPass();
      await mark.scrollIntoViewIfNeeded();
    },
  },
  {
    name: "receipt",
    at: "markdown",
    open: ({ chat, say }) => chat.press(chat.answer, say("chat", "receipt")),
  },
  {
    name: "answer-actions",
    at: "markdown",
    open: ({ chat, say }) => chat.press(chat.answer, say("prompts", "quick_actions_on")),
  },
  {
    name: "answer-again-with",
    at: "markdown",
    open: ({ chat, say }) => chat.press(chat.answer, say("chat", "regenerate_with")),
  },
  {
    name: "edit-question",
    at: "markdown",
    open: ({ chat, say }) => chat.press(chat.questions.last(), say("chat", "edit_message")),
  },
  {
    name: "thoughts-open",
    at: "thoughts",
    open: ({ chat }) => chat.answer.locator("summary, button[aria-expanded]").first().click(),
  },
  {
    name: "tool-open",
    at: "tool-used",
    open: ({ chat }) => chat.answer.getByRole("button", { name: /bench/ }).first().click(),
  },
  {
    name: "formulas",
    at: "markdown",
    open: ({ chat }) => chat.answers.first().evaluate((answer) => answer.scrollIntoView({ block: "start" })),
  },
  { name: "conversation-missing", at: "/home/chat/chat/019a0000-0000-7000-8000-000000000000" },
  { name: "temporary-over", at: "/home/chat/temporary/019a0000-0000-7000-8000-000000000001" },
];

async function gauge({ page, say }: Stage): Promise<void> {
  await page.getByRole("button", { name: new RegExp(`^${say("chat", "context")}: `) }).click();
  await shown(page.getByText(say("chat", "context_given")));
}
