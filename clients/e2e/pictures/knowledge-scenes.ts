import { readFile } from "node:fs/promises";
import { expect, type Page } from "@playwright/test";
import { uuidV7 } from "../../contract/uuid-v7.ts";
import { call } from "../harness/api.ts";
import { Chat } from "../harness/chat.ts";
import type { FakeWeb } from "../harness/fake-web.ts";
import { addPdf, button, printedPdf, selectWords, shownPage, text } from "../harness/library.ts";
import { setEngine } from "../harness/search.ts";
import { models } from "../harness/test.ts";
import { textsOf } from "../harness/texts.ts";

const memosText = textsOf("memos");
type Place = `/${string}`;

/** Polls an item of an area until it has the wanted state. */
async function until(page: Page, path: string, state: RegExp): Promise<void> {
  const now = async () => (await call<{ state: string }>(page, "GET", path)).state;
  await expect.poll(now, { timeout: 60_000 }).toMatch(state);
}

export async function search(page: Page, query: string, with_: object = {}): Promise<Place> {
  const id = uuidV7();
  await call(page, "POST", "/api/search/searches", { id, query, source: "web", ...with_ });
  await until(page, `/api/search/searches/${id}`, /completed|failed/);
  return `/home/search/${id}`;
}

export async function read(page: Page, source: object, with_: object = {}): Promise<Place> {
  const id = uuidV7();
  await call(page, "POST", "/api/reading/readings", { id, source, ...with_ });
  await until(page, `/api/reading/readings/${id}`, /complete|failed/);
  return `/home/read/${id}`;
}

interface Plan {
  plan: { question: string; queries: string[] }[];
}

/** Starts an approved research; it pauses after `steps_max`. */
export async function research(page: Page, with_: object = {}, steps_max = 50): Promise<Place> {
  const id = uuidV7();
  const path = `/api/research/researches/${id}`;
  const question = "How were lighthouses lit before electricity, and who tended them?";
  const wanted = { id, question, sources: ["web"], clarify: false, ...with_ };
  await call(page, "POST", "/api/research/researches", wanted);
  await until(page, path, /planned/);
  const { plan } = await call<Plan>(page, "GET", path);
  const topics = plan.map(({ question, queries }) => ({ question, queries }));
  await call(page, "POST", `${path}/plan`, { plan: topics, steps_max, spend_max: 50 });
  await until(page, path, /completed|paused/);
  return `/home/research/${id}`;
}

/** Prepares scenes without a connected model: extracted sentences, and an image without a description. */
export async function setWithoutModel(page: Page, web: FakeWeb): Promise<Record<string, Place>> {
  await setEngine(page, web);
  return {
    "search-picked": await search(page, "What does the lamp burn?"),
    "reading-picked": await read(page, { type: "address", url: `${web.url}/pages/lamp` }),
    "research-picked": await research(page),
    "memo-picture-mute": await addPicture(page, "board"),
  };
}

/** Saves an image; its memo then opens. */
export async function addPicture(page: Page, name: string): Promise<Place> {
  const painter = await page.context().newPage();
  await painter.setViewportSize({ width: 640, height: 360 });
  await painter.setContent(
    '<body style="margin:0;height:100vh;background:linear-gradient(#f6c177 0 45%,#3e6f8f 45%)"><div style="width:44px;height:190px;margin:0 0 0 420px;position:relative;top:50px;background:#fff6e5"></div>',
  );
  const buffer = await painter.screenshot();
  await painter.close();
  await page.goto(new URL("/home/memo", page.url()).href);
  await page
    .getByLabel(memosText("add_picture"), { exact: true })
    .first()
    .setInputFiles({ name: `${name}.png`, mimeType: "image/png", buffer });
  await expect(page).toHaveURL(/\/home\/memo\/[0-9a-f-]{36}$/);
  return new URL(page.url()).pathname as Place;
}

/** Prepares researches: a paused one, a finished one, and a repeated one with changed pages. */
export async function setResearches(page: Page, web: FakeWeb): Promise<Record<string, Place>> {
  const model = `fake/${models.researching}`;
  const done = await research(page, { model });
  const id = uuidV7();
  web.add(
    "coast",
    "text/html",
    "<title>The coast</title><main><p>Towers of iron stand there now.</p></main>",
  );
  await call(page, "POST", `/api/research/researches/${done.split("/").pop()}/again`, { id });
  await until(page, `/api/research/researches/${id}`, /completed|paused/);
  return {
    "research-whole": done,
    "research-changed": `/home/research/${id}`,
    "research-paused": await research(page, { model }, 5),
  };
}

/** Prepares PDFs that were parsed, asked about and highlighted, a broken one, and a collection. */
export async function setDocuments(page: Page, web: FakeWeb): Promise<Record<string, Place>> {
  const chat = new Chat(page);
  const library = new URL("/webapp/doc-chat", page.url()).href;
  const here = () => page.url().slice(new URL(page.url()).origin.length) as Place;
  const open = () => page.goto(library);
  await open();
  await button(page, "add").first().click();
  await page
    .getByRole("dialog")
    .getByRole("textbox", { name: text("address") })
    .fill(`${web.url}/pages/lamp`);
  await page.keyboard.press("Enter");
  await expect(page.getByText(textsOf("problems")("documents.not_a_pdf"))).toBeVisible({ timeout: 20_000 });

  await open();
  await addPdf(page, "عقد إيجار الشقة في بورتو.pdf", await printedPdf(page, 3));
  await open();
  const scan = await readFile(new URL("../../../server/app/tests/fixtures/scan.pdf", import.meta.url));
  await addPdf(page, "scan.pdf", scan);
  await expect(page.getByText(text("recognised", { count: 1 }))).toBeVisible({ timeout: 60_000 });
  const scanned = here();
  await open();
  await addPdf(page, "lease.pdf", await printedPdf(page, 4));
  const lease = here();
  await chat.chooseModel(models.paging);
  await chat.ask("When does the deposit come back?");
  await chat.expectDone();
  for (const words of ["Pets are welcome.", "The flat has two rooms."]) {
    await selectWords(page, words);
    await button(page.getByRole("toolbar"), "actions.highlight").click();
    await expect(page.getByRole("toolbar")).toBeHidden();
  }
  await expect(shownPage(page, 1).getByTestId("pdf-highlight")).toHaveCount(1);
  await button(page, "chat_options").click();
  await page.getByRole("menuitem", { name: text("print_this_chat") }).click();
  await page.waitForURL(/doc-print/);
  const printed = here();

  await open();
  await button(page, "make_collection").click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: text("name"), exact: true }).fill("Flats in Porto");
  for (const box of await dialog.getByRole("checkbox").all()) await box.check();
  await button(dialog, "save").click();
  await page.waitForURL(/collection=/);
  return {
    "doc-page": lease,
    "doc-scan": scanned,
    "doc-print": printed,
    "doc-print-highlights": printed.replace(/&chat_id=.*/, "") as Place,
    "doc-collection": here(),
  };
}

/** Prepares suggested, remembered and forgotten items, and an answer that used memories. */
export async function setMemory(page: Page): Promise<Record<string, Place>> {
  const chat = new Chat(page);
  await call(page, "PATCH", "/api/memory", { about: "I keep a lighthouse, and two cats." });
  const items = [
    "I'm allergic to nuts",
    "أفضّل الإجابات القصيرة، بالنظام المتري",
    "Writes to the harbour master every Friday, and wants these letters formal, with the date and the tide",
    "I like tea",
  ];
  for (const said of items) await call(page, "POST", "/api/memory/items", { id: uuidV7(), text: said });
  const { items: kept } = await call<{ items: { id: string; text: string }[] }>(
    page,
    "GET",
    "/api/memory/items",
  );
  const tea = kept.find((one) => one.text === "I like tea");
  await call(page, "POST", `/api/memory/items/${tea?.id}/forget`, {});
  await chat.openNew();
  await chat.chooseModel(models.echo);
  await chat.ask("Remember that I like trains. I live in Graz. تذكّر أنني نباتي.");
  await chat.expectDone();
  return { "memory-chat": new URL(page.url()).pathname as Place };
}

/** Prepares a chat with a reference that supports only half of the answer. */
export async function setGiven(page: Page): Promise<Record<string, Place>> {
  const chat = new Chat(page);
  const memo = {
    id: uuidV7(),
    title: "Tide tables",
    body: "High water is at **noon**. There are two piers.",
  };
  await call(page, "POST", "/api/memos", memo);
  await chat.openNew();
  await chat.chooseModel(models.citingGiven);
  await chat.field.pressSequentially("#tide ta");
  await page.getByRole("option", { name: memo.title }).click();
  await chat.field.fill("When is high water?");
  await chat.field.press("Enter");
  await chat.expectDone();
  return { "given-cited": new URL(page.url()).pathname as Place };
}
