import { models } from "../../harness/test.ts";
import { QUESTION } from "../searches.ts";
import type { Stage } from "../stage.ts";
import { type Shot, shown } from "./shot.ts";

/** Searches of the web, and what opens above them. */
export const searchShots: Shot[] = [
  { name: "search-answered", at: "search-answered" },
  { name: "search-arabic", at: "search-arabic" },
  { name: "search-nothing", at: "search-nothing" },
  { name: "search-unfounded", at: "search-unfounded" },
  { name: "search-history", at: "search-answered", open: (stage) => stage.press("search", "history") },
  {
    name: "search-as-read",
    at: "search-answered",
    open: async (stage) => {
      await stage.press("search", "as_read_of", { title: "The lamp of the lighthouse" });
      await shown(stage.dialog());
    },
  },
  { name: "research-new", at: "/home/research" },
  { name: "research-asking", at: "research-asking" },
  { name: "research-planned", at: "research-planned" },
  { name: "research-done", at: "research-done" },
  {
    name: "research-history",
    at: "research-done",
    open: (stage) => stage.press("search", "research.history"),
  },
  { name: "search-sites", at: "/home/search", open: (stage) => stage.press("search", "sites") },
  { name: "search-running", at: "/home/search", open: run, after: (stage) => stage.press("search", "stop") },
  {
    name: "finder-set-up",
    at: "/settings/search",
    open: (stage) => stage.press("search", "set_up_name", { name: "Brave Search" }),
  },
  {
    name: "finder-tested",
    at: "/settings/search",
    open: async (stage) => {
      await stage.press("search", "test_name", { name: "SearXNG" });
      await shown(stage.page.getByText("The lamp of the lighthouse"));
    },
  },
  { name: "web-in-chat", at: "/home/chat", open: (stage) => stage.press("search", "web_in_chat") },
];

async function run(stage: Stage): Promise<void> {
  const { page, say } = stage;
  const picker = page.getByRole("combobox", { name: new RegExp(`^${say("search", "model")}: `) });
  await picker.click();
  await page.getByPlaceholder(say("chat", "search_models")).fill(models.slow);
  await page.getByRole("option", { name: models.slow }).first().click();
  await stage.fill("search", "question", QUESTION);
  const form = page.getByRole("form", { name: say("search", "search") });
  await stage.press("search", "search_now", {}, form);
  await shown(page.getByRole("region", { name: say("search", "answer"), exact: true }));
}
