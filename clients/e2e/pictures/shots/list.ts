import { models } from "../../harness/test.ts";
import { TITLE } from "../scenes.ts";
import type { Stage } from "../stage.ts";
import { type Shot, shown } from "./shot.ts";

/** Shots of the conversation list and its actions. */
export const listShots: Shot[] = [
  { name: "list-menu", at: "/home", open: (stage) => stage.press("chat", "list_actions") },
  {
    name: "new-group",
    at: "/home",
    open: async (stage) => {
      await stage.press("chat", "list_actions");
      await stage.pick("chat", "new_group");
    },
  },
  {
    name: "selection",
    at: "/home",
    open: async (stage) => {
      await stage.press("chat", "list_actions");
      await stage.pick("chat", "select_conversations");
      const rows = stage.page.locator("[data-conversation]").filter({ visible: true });
      await rows.nth(0).click();
      await rows.nth(2).click();
    },
  },
  { name: "list-search", at: "/home", open: (stage) => search(stage, "porto") },
  { name: "list-search-none", at: "/home", open: (stage) => search(stage, "zzzz is:pinned ") },
  {
    name: "deleted-toast",
    at: "/home/chat",
    open: async ({ page, chat, say }) => {
      await chat.chooseModel(models.quick);
      await chat.field.fill("Delete me");
      await page.getByRole("button", { name: say("chat", "send"), exact: true }).click();
      await chat.expectDone();
      await page.locator("main header").getByRole("button").first().click();
      await page.getByRole("menuitem", { name: say("chat", "delete"), exact: true }).click();
    },
  },
];

async function search({ page, say }: Stage, words: string): Promise<void> {
  const field = page.getByRole("searchbox", { name: say("chat", "search_conversations") });
  await field.filter({ visible: true }).first().fill(words);
  await shown(
    page
      .getByText(words.startsWith("porto") ? TITLE : "zzzz")
      .filter({ visible: true })
      .first(),
  );
}
