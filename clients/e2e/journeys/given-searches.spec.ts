import type { Page } from "@playwright/test";
import { uuidV7 } from "../../contract/uuid-v7.ts";
import { call } from "../harness/api.ts";
import { Chat } from "../harness/chat.ts";
import type { FakeWeb } from "../harness/fake-web.ts";
import { addPdf, button as libraryButton, selectWords, shownPage } from "../harness/library.ts";
import { setPdf } from "../harness/made-files.ts";
import { button, setEngine, text } from "../harness/search.ts";
import { expect, models } from "../harness/test.ts";
import { textsOf } from "../harness/texts.ts";
import { visit } from "../harness/visit.ts";
import { test } from "../harness/web-test.ts";

const mentions = textsOf("mentions");
const frameText = textsOf("frame");

/** Built-in engine, which extracts sentences. */
const NONE = "builtin/assistant";
const SAID = "High water is at noon.";

/** Serves a page on tides as the only page of the web. */
async function setTides(page: Page, web: FakeWeb): Promise<void> {
  await setEngine(page, web);
  web.add("tides", "text/html", `<title>Tides</title><main><p>${SAID} Boats wait for it.</p></main>`);
  web.found = [{ url: `${web.url}/pages/tides`, title: "Tide tables", content: "Of the harbour" }];
}

/** Runs a research without a model and returns its address. */
async function research(page: Page, question: string): Promise<string> {
  const id = uuidV7();
  const path = `/api/research/researches/${id}`;
  const wanted = { id, question, sources: ["web"], clarify: false, model: NONE };
  await call(page, "POST", "/api/research/researches", wanted);
  const plan = [{ question: "High water is at noon" }];
  await call(page, "POST", `${path}/plan`, { plan, steps_max: 100, spend_max: 100 });
  const state = async () => (await call<{ state: string }>(page, "GET", path)).state;
  await expect.poll(state).toBe("completed");
  return `/home/research/${id}`;
}

/** Asks a model that cites the reference once correctly and once wrongly. */
async function askOf(chat: Chat): Promise<void> {
  await chat.field.fill("When is high water?");
  await chat.field.press("Enter");
  await chat.expectDone();
  await expect(chat.answer.getByText(text("not_found"), { exact: true })).toBeVisible();
}

const expectMarked = async (page: Page) => {
  await expect.poll(() => page.evaluate(() => CSS.highlights.has("marked-passage"))).toBe(true);
  await expect(page.getByText(text("passage_missing"), { exact: true })).toBeHidden();
};

test("researches, searches and highlights are given with #, and citations open at the cited words", async ({
  connected: page,
  web,
}) => {
  // issue 5: "an object that can be found, linked and given to any model with `@` or `#`"
  await test.step("a research is found with # and in the palette, and what an answer takes from it opens in its report", async () => {
    await setTides(page, web);
    const path = await research(page, "When do boats leave?");
    const chat = new Chat(page);
    await chat.openNew();
    await chat.chooseModel(models.citingGiven);
    await chat.field.pressSequentially("#boats leave");
    await page.getByRole("option", { name: mentions("research") }).click();
    await askOf(chat);
    await chat.answer.locator('[data-source="#1"]').click();
    await expect(page).toHaveURL(new RegExp(`${path}\\?q=High`));
    await expect(page.getByRole("region", { name: text("research.report") })).toContainText(SAID);
    await expectMarked(page);

    await visit(page, new URL("/home/memo", page.url()).href);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await page.keyboard.press("ControlOrMeta+k");
    await page.getByPlaceholder(frameText("palette_placeholder")).fill("boats leave");
    await page.getByRole("option", { name: /When do boats leave/ }).click();
    await expect(page).toHaveURL(new RegExp(`${path}$`));

    // A report is asked further as well.
    await button(page, "ask_further").click();
    const given = page.getByRole("list", { name: mentions("given") });
    await expect(given).toContainText("When do boats leave?");
    // The draft keeps it, and the next step gives something else.
    await given.getByRole("button").last().click();
    await expect(given).toBeHidden();
  });

  await test.step("a search is asked further in a chat, which leads back to the words of its answer", async () => {
    await setTides(page, web);
    const id = uuidV7();
    const wanted = { id, query: "high water at noon", source: "web", model: NONE };
    await call(page, "POST", "/api/search/searches", wanted);
    await visit(page, new URL(`/home/search/${id}`, page.url()).href);
    await expect(page.getByRole("region", { name: text("answer"), exact: true })).toContainText(SAID);
    await button(page, "ask_further").click();
    await expect(page).toHaveURL(/\/home\/chat$/);
    const given = page.getByRole("list", { name: mentions("given") });
    await expect(given).toContainText("high water at noon");
    await page.reload();
    await expect(given, "it stays with the draft").toContainText("high water at noon");
    const chat = new Chat(page);
    await chat.chooseModel(models.citingGiven);
    await askOf(chat);
    await chat.answer.locator('[data-source="#1"]').click();
    await expect(page).toHaveURL(new RegExp(`/home/search/${id}\\?q=High`));
    await expectMarked(page);
  });

  await test.step("a highlight is given with #, and what an answer takes from it opens where it was marked", async () => {
    await visit(page, new URL("/webapp/doc-chat", page.url()).href);
    const lines = [
      [50, 700, SAID],
      [50, 660, "The harbour is old."],
    ] as const;
    await addPdf(page, "harbour.pdf", setPdf(lines));
    await selectWords(page, SAID);
    await libraryButton(page.getByRole("toolbar"), "actions.highlight").click();
    const mark = shownPage(page, 1).getByTestId("pdf-highlight");
    await expect(mark).toHaveCount(1);
    const chat = new Chat(page);
    await chat.openNew();
    await chat.chooseModel(models.citingGiven);
    await chat.field.pressSequentially("#noon");
    await page.getByRole("option", { name: mentions("highlight") }).click();
    await askOf(chat);
    await chat.answer.locator('[data-source="#1"]').click();
    await expect(page).toHaveURL(/\/webapp\/doc-chat\?doc_id=[0-9a-f-]{36}&page=1&highlight=[0-9a-f-]{36}/);
    await expect(mark).toBeInViewport();
  });
});
