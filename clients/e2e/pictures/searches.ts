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
