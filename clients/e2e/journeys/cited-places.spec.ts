import { Buffer } from "node:buffer";
import { readFile } from "node:fs/promises";
import type { Locator } from "@playwright/test";
import { Chat } from "../harness/chat.ts";
import { addPdf, button, shownPage, text } from "../harness/library.ts";
import { setPdf, workbook } from "../harness/made-files.ts";
import { expect, models } from "../harness/test.ts";
import { textsOf } from "../harness/texts.ts";
import { visit } from "../harness/visit.ts";
import { test } from "../harness/web-test.ts";

const chatText = textsOf("chat");
const fileText = textsOf("documents");

const LEFT = [
  "The rent of the flat is 900 euros a",
  "month. The deposit of 1850 euros is",
  "paid in three parts and all of it is re-",
  "turned within sixty days, whenever",
];
const RIGHT = [
  "there is no damage to the walls. Pets",
  "are welcome, as long as they are",
  "small ones. Smoke is not. The garden",
  "is for all who live here.",
];
const left = LEFT.map((line, index) => [50, 700 - 14 * index, line] as const);
const right = RIGHT.map((line, index) => [300, 700 - 14 * index, line] as const);
/** Orders of columns in PDFs: as most files have them, and row by row. */
const ORDERS = {
  "columns.pdf": [...left, ...right],
  "rows.pdf": left.flatMap((line, index) => [line, right[index] ?? line]),
};

const source = (chat: Chat, name: RegExp): Locator =>
  chat.answer
    .getByRole("list", { name: chatText("sources") })
    .getByRole("button", { name })
    .first();

// issue 5: "each cited quote is matched against a stored snapshot (page, PDF box, …) and jumps to the highlighted place"
test("a sentence over several lines and two columns is marked on each of its lines", async ({
  connected: page,
}) => {
  const chat = new Chat(page);
  for (const [name, lines] of Object.entries(ORDERS))
    await test.step(name, async () => {
      await visit(page, new URL("/webapp/doc-chat", page.url()).href);
      await addPdf(page, name, setPdf(lines));
      await chat.chooseModel(models.pagingOne);
      await chat.ask("When does the deposit come back?");
      await chat.expectDone();
      await source(chat, /\.pdf/).click();
      const marks = shownPage(page, 1).getByTestId("pdf-mark");
      await expect(marks.first()).toBeInViewport();
      const boxes = await marks.evaluateAll((found) =>
        found.map((mark) => mark.getBoundingClientRect().toJSON()),
      );
      const rows = new Set(boxes.map(({ y }) => Math.round(y / 6)));
      // Three lines of the left column, and the first of the right one beside the first of the left one.
      expect(rows.size).toBe(4);
      const middle = await shownPage(page, 1).evaluate((shown) => {
        const { x, width } = shown.getBoundingClientRect();
        return x + width / 2;
      });
      expect(boxes.filter(({ x }) => x > middle)).toHaveLength(1);
      await expect(page.getByText(text("not_found_on_page", { number: 1 }))).toBeHidden();
    });
});

// issue 5: "OCR for scans"
test("a scan is recognized and said to be one; its words are answered from, found, selected and marked", async ({
  connected: page,
}) => {
  const chat = new Chat(page);
  const scan = await readFile(new URL("../../../server/app/tests/fixtures/scan.pdf", import.meta.url));
  await visit(page, new URL("/webapp/doc-chat", page.url()).href);
  await addPdf(page, "scan.pdf", scan);
  const word = shownPage(page, 1).locator(".pdf-text span", { hasText: "lighthouse" }).first();
  await expect(word).toBeAttached({ timeout: 60_000 });
  await expect(page.getByText(text("recognised", { count: 1 }))).toBeVisible();

  await button(page, "find").click();
  const find = page.getByRole("search", { name: text("find"), exact: true });
  const words = find.getByRole("searchbox", { name: text("find"), exact: true });
  await words.fill("lighthouse");
  await expect(shownPage(page, 1).getByTestId("pdf-found").first()).toBeInViewport();
  await words.press("Escape");
  await expect(find).toBeHidden();

  await chat.chooseModel(models.echo);
  await chat.ask("Who kept the light?");
  await chat.expectDone();
  await expect(chat.answer).toContainText("by a boat named Albatross");
  await chat.chooseModel(models.pagingScan);
  await chat.ask("Who lit the lamp?");
  await expect(chat.answers).toHaveCount(2);
  await chat.expectDone();
  await source(chat, /scan\.pdf/).click();
  const mark = shownPage(page, 1).getByTestId("pdf-mark").first();
  await expect(mark).toBeInViewport();
  await word.scrollIntoViewIfNeeded();
  await word.dblclick();
  await expect(page.getByRole("toolbar", { name: text("selection") })).toBeVisible();
  expect(await page.evaluate(() => getSelection()?.toString().trim())).toBe("lighthouse");
});

// spec §1: "Chat with files and images"
test("files of a message open as what they are, and a cited cell is shown in its sheet", async ({
  connected: page,
}) => {
  await test.step("files of a message open as what they are: pages, a table, a text", async () => {
    const chat = new Chat(page);
    await chat.openNew();
    await chat.attach("lease.pdf", setPdf([...left, ...right]), "application/pdf");
    await chat.attach("costs.csv", Buffer.from('Month,Note\nMay,"rent, heating"\n'), "text/csv");
    await chat.attach("notes.txt", Buffer.from("Call the landlord."), "text/plain");
    await chat.chooseModel(models.echo);
    await chat.ask("What is this?");
    await chat.expectDone();
    const open = async (name: string) => {
      await chat.questions
        .last()
        .getByRole("button", { name: fileText("open_file", { name }) })
        .click();
      return page.getByRole("dialog", { name });
    };
    const close = (viewer: Locator) =>
      viewer.getByRole("button", { name: textsOf("common")("close") }).click();

    const pdf = await open("lease.pdf");
    await expect(pdf.locator(".pdf-text")).toContainText("Smoke is not.");
    await expect(pdf.locator("canvas")).toBeVisible();
    await pdf.getByRole("radio", { name: text("text"), exact: true }).check();
    await expect(pdf).toContainText("all of it is returned within sixty days, whenever there is no damage");
    await close(pdf);
    const sheet = await open("costs.csv");
    await expect(sheet.getByRole("cell", { name: "rent, heating" })).toBeVisible();
    await close(sheet);
    await expect(await open("notes.txt")).toContainText("Call the landlord.");
  });

  // issue 5: "each cited quote is matched against a stored snapshot (… sheet cell) and jumps to the highlighted place"
  await test.step("a cell that an answer names is shown in its sheet", async () => {
    const rows = Array.from({ length: 400 }, (_, index) => [`Month ${index + 1}`, String(900 + index)]);
    const chat = new Chat(page);
    await chat.openNew();
    const kind = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
    await chat.attach("costs.xlsx", workbook("Costs", rows), kind);
    await chat.chooseModel(models.celling);
    await chat.ask("What was it in month 350?");
    await chat.expectDone();
    await source(chat, /costs\.xlsx/).click();
    const viewer = page.getByRole("dialog", { name: /costs\.xlsx/ });
    const table = viewer.getByRole("table", { name: fileText("cells", { name: "Costs" }) });
    await expect(table.locator("td[aria-current]")).toHaveText("1249");
    await expect(table.locator("td[aria-current]")).toBeInViewport();
    await expect(table.getByRole("row", { name: /^1 / })).toHaveCount(0);
    await viewer
      .getByRole("button", { name: fileText("more_rows") })
      .first()
      .click();
    await viewer
      .getByRole("button", { name: fileText("more_rows") })
      .first()
      .click();
    await expect(table.getByRole("cell", { name: "Month 1", exact: true })).toBeAttached();
  });
});
