import { models } from "../../harness/test.ts";
import { QUESTION } from "../searches.ts";
import type { Stage } from "../stage.ts";
import { type Shot, shown } from "./shot.ts";

/** Shots of web searches, and popups over them. */
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
      // No row's switch may end up half beneath the head of the page.
      await stage.page
        .getByRole("article", { name: "PubMed", exact: true })
        .evaluate((row) => row.scrollIntoView({ block: "start" }));
    },
  },
  {
    name: "finder-own",
    at: "/settings/search",
    open: (stage) => stage.press("search", "set_up_name", { name: "Intranet" }),
  },
  {
    name: "finder-own-wrong",
    at: "/settings/search",
    open: async (stage) => {
      await stage.press("search", "own.add");
      await shown(stage.dialog());
      await stage.fill("search", "own.name", "Intranet");
      await stage.press("search", "save");
      await shown(stage.page.getByText(stage.say("search", "own.wrong.url")));
    },
  },
  {
    name: "finder-own-tested",
    at: "/settings/search",
    open: async (stage) => {
      await stage.press("search", "test_name", { name: "Intranet" });
      await shown(stage.page.getByText(stage.say("search", "test_troubles.no_list")));
    },
  },
  {
    name: "finder-feeds",
    at: "/settings/search",
    open: (stage) => stage.page.getByText(stage.say("search", "feeds.shared_hint")).scrollIntoViewIfNeeded(),
  },
  {
    name: "search-feeds",
    at: "/home/search",
    open: async (stage) => {
      await stage.page.getByRole("radio", { name: stage.say("search", "sources.news") }).check();
      await stage.press("search", "feeds.own");
      await shown(stage.dialog().getByText("The Coast"));
    },
  },
  { name: "web-cited", at: "web-cited" },
  { name: "web-in-chat", at: "/home/chat", open: (stage) => stage.press("search", "web_options") },
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
