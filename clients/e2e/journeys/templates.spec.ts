import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { expectNoBarriers } from "../harness/barriers.ts";
import { expect, test } from "../harness/test.ts";
import { textsOf } from "../harness/texts.ts";
import { visit } from "../harness/visit.ts";

const text = textsOf("templates");

const button = (page: Page, key: string) => page.getByRole("button", { name: text(key), exact: true });
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const card = (page: Page, name: string) =>
  page.getByRole("listitem").filter({ has: page.getByRole("heading", { name, exact: true }) });

/** Returns the text of the pages that the preview shows. */
const previewed = (page: Page) =>
  page.evaluate(() => document.querySelector("iframe")?.contentDocument?.body?.textContent ?? "");

/** Clicks the button of a format and returns the saved file. */
async function saved(page: Page, format: "docx" | "markdown"): Promise<{ name: string; content: Buffer }> {
  const download = page.waitForEvent("download");
  await button(page, `format.${format}`).click();
  const file = await download;
  return { name: file.suggestedFilename(), content: await readFile(await file.path()) };
}

// spec §1: "Document generation from templates."
// spec §3: "Document template: name, content, preset or own."
test("an invoice is filled in from a preset, and a template of one's own is made", async ({
  operator: page,
  watch,
}) => {
  const origin = new URL(page.url()).origin;
  // The frame of the preview runs no scripts, which includes those of the test's browser.
  watch.provoke(/Blocked script execution/);

  await test.step("what is missing is named, and what is typed survives a reload", async () => {
    await visit(page, `${origin}/templates`);
    await page.getByRole("searchbox", { name: text("search") }).fill("invoice");
    await card(page, "Invoice")
      .getByRole("button", { name: text("use"), exact: true })
      .click();
    await expect(page).toHaveURL(/\/templates\/documents\//);
    await field(page, "Your company").fill("Silva Design");
    await button(page, "format.docx").click();
    await expect(page.getByText(/^Fill in: Client, Invoice number, Date/)).toBeVisible();
    await expect(page.getByText(text("required"), { exact: true }).first()).toBeVisible();
    await field(page, "Client").fill("Northwind & Co");
    await page.reload();
    await expect(field(page, "Client")).toHaveValue("Northwind & Co");
  });

  await test.step("rows and totals stand in the pages and in the files", async () => {
    await field(page, "Invoice number").fill("41");
    await field(page, "Date").fill("2026-11-30");
    await field(page, "Currency").fill("EUR");
    await field(page, text("optional", { label: "Tax rate in %" })).fill("23");
    await button(page, "add_row").click();
    await field(page, "Description").fill("Logo");
    await field(page, "Quantity").fill("2");
    await field(page, "Unit price").fill("450.00");
    await expect.poll(() => previewed(page)).toContain("1107.00");
    await expect.poll(() => previewed(page)).toContain("November 30, 2026");
    const word = await saved(page, "docx");
    expect(word.name).toBe("Invoice.docx");
    expect(word.content.subarray(0, 2).toString()).toBe("PK");
    const { content } = await saved(page, "markdown");
    expect(content.toString()).toContain("| Logo | 2 | 450.00 | 900.00 |");

    // The browser prints the page, and saves it as PDF: here it is only seen to be asked for.
    await page.context().addInitScript(() => {
      window.print = () => {
        (window.top as unknown as { printed?: string }).printed = document.body.textContent ?? "";
      };
    });
    await button(page, "format.pdf").click();
    const printed = () => page.evaluate(() => (window as unknown as { printed?: string }).printed ?? "");
    await expect.poll(printed).toContain("Northwind & Co");

    // Nothing can be run in the frame of the pages, so it is not looked into.
    await page.evaluate(() => {
      for (const frame of document.querySelectorAll("iframe")) frame.remove();
    });
    await expectNoBarriers(page, "a document of a template");
  });

  await test.step("placeholders of a text become fields", async () => {
    await visit(page, `${origin}/templates/create`);
    await field(page, text("name")).fill("Thank you");
    await field(page, text("content")).fill("Dear {{guest}},\n\nthank you for {{gift}}.");
    await button(page, "save").click();
    const own = page.getByRole("region", { name: text("mine"), exact: true });
    await own.getByRole("button", { name: text("more_for", { name: "Thank you" }) }).click();
    await page.getByRole("menuitem", { name: text("edit"), exact: true }).click();
    await expect(field(page, text("content"))).toHaveValue("Dear {{guest}},\n\nthank you for {{gift}}.");
    await expectNoBarriers(page, "a template");
    await visit(page, `${origin}/templates`);
    await card(page, "Thank you")
      .getByRole("button", { name: text("use"), exact: true })
      .click();
    await field(page, text("optional", { label: "Guest" })).fill("Mina");
    await expect.poll(() => previewed(page)).toContain("Dear Mina");
    await visit(page, `${origin}/templates`);
    await page.getByRole("tab", { name: text("tab_documents"), exact: true }).click();
    await expect(page.getByRole("link", { name: /^Invoice/ })).toBeVisible();
    await expect(page.getByRole("link", { name: /^Thank you/ })).toBeVisible();
  });
});
