import type { Page } from "@playwright/test";
import { uuidV7 } from "../../contract/uuid-v7.ts";
import { call } from "../harness/api.ts";
import { printedPdf } from "../harness/library.ts";
import { expect } from "../harness/test.ts";
import { textsOf } from "../harness/texts.ts";
import { visit } from "../harness/visit.ts";
import { test } from "../harness/web-test.ts";

const text = textsOf("memos");
const readingText = textsOf("reading");

/** Saves the shown item as a memo and opens it. */
async function keep(page: Page): Promise<void> {
  await page.getByRole("button", { name: text("save_as_memo"), exact: true }).click();
  await page
    .getByRole("button", { name: text("open"), exact: true })
    .last()
    .click();
  await expect(page).toHaveURL(/\/home\/memo\/[0-9a-f-]{36}$/);
}

// spec §3: "Memo: type (notes, readings, videos, PDFs, highlights, images, search results, chats, tweets, audio to text, others)"
test("what is read is kept as what it was: a page, a video, a PDF", async ({ operator: page, web }) => {
  const at = (path: string) => new URL(path, page.url()).href;
  for (const [name, kind] of [
    ["lamp", "reading"],
    ["talk", "video"],
  ] as const) {
    const id = uuidV7();
    const source = { type: "address", url: `${web.url}/pages/${name}` };
    await call(page, "POST", "/api/reading/readings", { id, source, model: null });
    await visit(page, at(`/home/read/${id}`));
    await keep(page);
    await expect(page.getByRole("combobox", { name: text("type"), exact: true })).toContainText(
      text(`kinds.${kind}`),
    );
    // It leads back to what was read, and to the page itself.
    await page.getByRole("link", { name: text("comes_from"), exact: true }).click();
    await expect(page).toHaveURL(new RegExp(`/home/read/${id}`));
  }
  await visit(page, at("/home/read"));
  await page
    .getByTestId("reading-file")
    .setInputFiles({ name: "lease.pdf", mimeType: "application/pdf", buffer: await printedPdf(page, 2) });
  await expect(page.getByRole("region", { name: readingText("summary"), exact: true })).toBeVisible();
  await keep(page);
  await expect(page.getByRole("combobox", { name: text("type"), exact: true })).toContainText(
    text("kinds.pdf"),
  );
});
