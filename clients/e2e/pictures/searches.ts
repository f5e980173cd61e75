import { expect, type Page } from "@playwright/test";
import { uuidV7 } from "../../contract/uuid-v7.ts";
import { call } from "../harness/api.ts";
import type { FakeWeb } from "../harness/fake-web.ts";
import { feed } from "../harness/made-files.ts";
import { models } from "../harness/test.ts";

export const QUESTION = "What does the lamp burn?";

/** Configures a fake engine and prepares finished searches. */
export async function setSearches(
  page: Page,
  web: FakeWeb,
): Promise<Record<"search-answered" | "search-arabic" | "search-nothing" | "search-unfounded", string>> {
  const change = (finder: string, what: object) => call(page, "PATCH", `/api/search/finders/${finder}`, what);
  await change("searxng", { address: web.url });
  const { items } = await call<{ items: { id: string; ready: boolean }[] }>(
    page,
    "GET",
    "/api/search/finders",
  );
  for (const { id } of items.filter((one) => one.ready && one.id !== "searxng"))
    await change(id, { enabled: false });
  await setOwn(page, web);
  // What is said of the lamp stands in no page about the coast.
  web.found = [
    { url: `${web.url}/pages/coast`, title: "Towers on the coast", content: "Where towers stand" },
  ];
  const unfounded = await search(page, "How tall are the towers along the coast?", models.citing);
  web.found = null;
  return {
    "search-answered": await search(page, QUESTION, models.citing),
    "search-arabic": await search(page, "ما الذي يحرقه مصباح المنارة في كل ليلة؟", models.citing),
    "search-unfounded": unfounded,
    "search-nothing": await search(page, "nothing at all", models.citing),
  };
}

/** Prepares a custom search engine, and feeds for everybody and for the operator. */
async function setOwn(page: Page, web: FakeWeb): Promise<void> {
  const own = {
    name: "Intranet",
    sources: ["developer"],
    url: `${web.url}/pages/find?q={query}&n={limit}`,
    headers: [{ name: "Authorization", value: "Bearer {key}" }],
    items: "/hits",
    title: "/name",
    link: "https://intranet.example.org/{/id}",
    snippet: "/text",
  };
  web.add("find?q=weather&n=5", "application/json", '{"results":[{"id":7,"name":"The lamp"}],"took":3}');
  await call(page, "POST", "/api/search/finders", { own, api_key: "secret" });
  web.add("coast.xml", "application/rss+xml", feed("The Coast", "High tides expected"));
  web.add("bahr.xml", "application/rss+xml", feed("أخبار البحر والسواحل", "المد العالي"));
  for (const feed of ["coast.xml", "bahr.xml"])
    for (const list of ["feeds", "shared-feeds"])
      await call(page, "POST", `/api/search/${list}`, { url: `${web.url}/pages/${feed}` });
  const opml =
    '<opml><outline text="Harbour news" xmlUrl="https://harbour.example.org/feed/of/all/that/is/new/atom.xml"/></opml>';
  await call(page, "POST", "/api/search/feeds/opml", { opml });
}

/** Runs an action with web search switched on in chats. */
export async function withWeb<T>(page: Page, act: () => Promise<T>): Promise<T> {
  const set = (on: boolean) => call(page, "PUT", "/api/search/chat", { on, trigger: "manually" });
  await set(true);
  const done = await act();
  await set(false);
  return done;
}

async function search(page: Page, query: string, model: string): Promise<string> {
  const id = uuidV7();
  await call(page, "POST", "/api/search/searches", { id, query, source: "web", model: `fake/${model}` });
  const state = async () => (await call<{ state: string }>(page, "GET", `/api/search/searches/${id}`)).state;
  await expect.poll(state, { timeout: 30_000 }).toBe("completed");
  return `/home/search/${id}`;
}

interface Planned {
  state: string;
  plan: { question: string; queries: string[] }[];
}

/** Prepares paused researches and a finished one. The engine must be configured before. */
export async function setResearches(
  page: Page,
): Promise<Record<"research-asking" | "research-planned" | "research-done", string>> {
  const begin = async (clarify: boolean, until: string) => {
    const id = uuidV7();
    const path = `/api/research/researches/${id}`;
    const question = "How were lighthouses lit before electricity, and who tended them?";
    const model = `fake/${models.researching}`;
    await call(page, "POST", "/api/research/researches", { id, question, sources: ["web"], clarify, model });
    const is = (state: string) =>
      expect
        .poll(async () => (await call<Planned>(page, "GET", path)).state, { timeout: 60_000 })
        .toBe(state);
    await is(clarify ? "asking" : "planned");
    if (until === "completed") {
      const { plan } = await call<Planned>(page, "GET", path);
      const topics = plan.map(({ question, queries }) => ({ question, queries }));
      await call(page, "POST", `${path}/plan`, { plan: topics, steps_max: 50, spend_max: 50 });
      await is(until);
    }
    return `/home/research/${id}`;
  };
  return {
    "research-asking": await begin(true, "asking"),
    "research-planned": await begin(false, "planned"),
    "research-done": await begin(false, "completed"),
  };
}
