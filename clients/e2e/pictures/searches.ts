import { expect, type Page } from "@playwright/test";
import { uuidV7 } from "../../contract/uuid-v7.ts";
import { call } from "../harness/api.ts";
import type { FakeWeb } from "../harness/fake-web.ts";
import { models } from "../harness/test.ts";

export const QUESTION = "What does the lamp burn?";

/** An engine that is asked instead of the real web, and searches that are over. */
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
  return {
    "search-answered": await search(page, QUESTION, models.citing),
    "search-arabic": await search(page, "ما الذي يحرقه مصباح المنارة في كل ليلة؟", models.citing),
    "search-unfounded": await search(page, "How tall are the towers along the coast?", models.merger),
    "search-nothing": await search(page, "nothing at all", models.citing),
  };
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

/** Researches that wait, and one that is done. The engine is set before. */
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
