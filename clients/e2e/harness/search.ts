import { expect, type Locator, type Page } from "@playwright/test";
import { call } from "./api.ts";
import type { FakeWeb } from "./fake-web.ts";
import { textsOf } from "./texts.ts";

/** Texts of searches. */
export const text = textsOf("search");
const chatText = textsOf("chat");

/** Returns a search button by its text key. */
export const button = (page: Page | Locator, key: string, values?: Record<string, string>) =>
  page.getByRole("button", { name: text(key, values), exact: true });

export const question = (page: Page): Locator =>
  page.getByRole("textbox", { name: text("question"), exact: true });

export const sources = (page: Page): Locator =>
  page.getByRole("region", { name: text("sources_found"), exact: true });

/** Configures one fake engine instead of the real web. */
export async function setEngine(page: Page, web: FakeWeb): Promise<void> {
  await call(page, "PATCH", "/api/search/finders/searxng", { address: web.url });
  await leaveOut(page, ["wikipedia", "news_feeds", "gdelt"]);
}

/** Disables these search engines. */
export async function leaveOut(page: Page, finders: readonly string[]): Promise<void> {
  for (const finder of finders)
    await call(page, "PATCH", `/api/search/finders/${finder}`, { enabled: false });
}

/** Submits the search form. */
export const submit = (page: Page): Promise<void> =>
  page
    .getByRole("form", { name: text("search") })
    .getByRole("button", { name: text("search_now") })
    .click();

/** Selects the model for the answer or research. */
export async function chooseModel(page: Page, model: string): Promise<void> {
  const picker = page.getByRole("combobox", { name: new RegExp(`^${text("model")}: `) });
  await picker.click();
  await page.getByPlaceholder(chatText("search_models")).fill(model);
  await page.getByRole("option", { name: model }).first().click();
  await expect(picker).toContainText(model);
}
