import type { Buffer } from "node:buffer";
import { expect, type Locator, type Page } from "@playwright/test";
import { textsOf } from "./texts.ts";

/** Texts of documents. */
export const text = textsOf("library");

/** Returns a button of the library by its text key. */
export const button = (page: Page | Locator, key: string, values?: Record<string, string>) =>
  page.getByRole("button", { name: text(key, values), exact: true });

/** Returns a PDF with this number of pages, printed by the browser; the second page mentions the deposit. */
export async function printedPdf(page: Page, count: number): Promise<Buffer> {
  const printer = await page.context().newPage();
  const others = Array.from({ length: count - 2 }, (_, index) => `<p class="next">Page ${index + 3}.</p>`);
  await printer.setContent(
    `<style>.next { break-before: page }</style>
     <h1>Lease</h1><p>The rent is 900 euros a month. Pets are welcome.</p>
     <p class="next">The flat has two rooms. The deposit of 1850 euros is returned within sixty days.</p>
     ${others.join("")}`,
  );
  const pdf = await printer.pdf({ format: "A4" });
  await printer.close();
  return pdf;
}

/** Adds a PDF, whose page then opens. */
export async function addPdf(page: Page, name: string, content: Buffer): Promise<void> {
  await button(page, "add").first().click();
  await page
    .getByTestId("document-file")
    .setInputFiles({ name, mimeType: "application/pdf", buffer: content });
  await expect(page).toHaveURL(/\/webapp\/doc-chat\?doc_id=[0-9a-f-]{36}$/);
}

export const shownPage = (page: Page, number: number): Locator =>
  page.getByRole("region", { name: text("page", { number }), exact: true });

/** Selects words on a page by dragging. */
export async function selectWords(page: Page, words: string, bar = text("selection")): Promise<void> {
  const piece = page.locator(".pdf-text span", { hasText: words }).first();
  await piece.scrollIntoViewIfNeeded();
  const box = await piece.boundingBox();
  if (!box) throw new Error(`${words} are not shown`);
  const middle = box.y + box.height / 2;
  await page.mouse.move(box.x + 1, middle);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width - 1, middle, { steps: 5 });
  await page.mouse.up();
  await expect(page.getByRole("toolbar", { name: bar })).toBeVisible();
}
