import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { expect, models } from "../harness/test.ts";
import { textsOf } from "../harness/texts.ts";
import { visit } from "../harness/visit.ts";
import { test } from "../harness/web-test.ts";

const text = textsOf("reading");
const libraryText = textsOf("library");
const frameText = textsOf("frame");
const chatText = textsOf("chat");

const button = (page: Page, key: string, values?: Record<string, string>) =>
  page.getByRole("button", { name: text(key, values), exact: true });
const region = (page: Page, key: string) => page.getByRole("region", { name: text(key), exact: true });
const length = (page: Page, key: string) => page.getByRole("radio", { name: text(key), exact: true });
const address = (page: Page) => page.getByRole("textbox", { name: text("address"), exact: true });

test("a page is summed up, its numbers lead into its text, and a chat goes on from there", async ({
  connected: page,
  server,
  web,
}) => {
  const origin = new URL(page.url()).origin;

  // spec §2: "Main navigation items: chat, discover, bots, read, …"
  await page.getByRole("link", { name: frameText("read"), exact: true }).click();
  await expect(page).toHaveURL(/\/home\/read$/);
  await expect(page.getByText(text("nothing_read"), { exact: true })).toBeVisible();
  await chooseModel(page, models.citing);
  await length(page, "lengths.short").check();
  await address(page).fill(`${web.url}/pages/lamp`);
  await address(page).press("Enter");
  await expect(page).toHaveURL(/\/home\/read\/[0-9a-f-]{36}$/);
  const own = page.url();

  // spec §1: "Page, video-site and PDF summaries."
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("The lamp");
  const summary = region(page, "summary");
  await expect(summary).toContainText("The lamp burns oil");
  await expect(button(page, "copy_summary")).toBeVisible();
  const source = region(page, "text");
  await expect(source.getByRole("listitem").first()).toContainText("It is lit at dusk.");
  await summary.getByRole("link", { name: "[1]" }).click();
  await expect(source.locator("mark")).toHaveText("The lamp burns oil.");
  await expect(source.locator("[aria-current=location]")).toHaveCount(1);

  // Another length is made when it is asked for, and both stay.
  await length(page, "lengths.long").check();
  await button(page, "make_now").click();
  await expect(summary).toContainText("The lamp burns oil");
  await length(page, "lengths.short").check();
  await expect(summary).toContainText("The lamp burns oil");
  await page.reload();
  await expect(summary).toContainText("The lamp burns oil");

  // Nothing of it is lost when the power goes.
  await server.kill();
  await server.begin();
  await page.reload();
  await expect(summary).toContainText("The lamp burns oil");

  // The text goes along to a new chat.
  await button(page, "ask").click();
  await expect(page).toHaveURL(/\/home\/chat$/);
  await expect(page.getByTestId("attachment-tray")).toContainText("The lamp.txt");

  // What was read is in the list, goes, and comes back.
  await visit(page, `${origin}/home/read`);
  await page.getByRole("button", { name: text("delete_title", { title: "The lamp" }) }).click();
  await expect(page.getByText(text("nothing_read"), { exact: true })).toBeVisible();
  await page.getByRole("button", { name: text("undo"), exact: true }).click();
  await page.getByRole("link", { name: /The lamp/ }).click();
  await expect(page).toHaveURL(own);

  // "Keep the source" taken back: the summary stays.
  await button(page, "forget_source").click();
  await expect(page.getByText(text("not_kept"), { exact: true })).toBeVisible();
  await expect(summary).toContainText("The lamp burns oil");
});

test("a video, a PDF and a scan are summarized by what is said and read in them", async ({
  connected: page,
  web,
}) => {
  await test.step("a video is summed up by its captions, and what is being written can be stopped", async () => {
    await visit(page, `${new URL(page.url()).origin}/home/read`);
    await chooseModel(page, models.slow);
    await address(page).fill(`${web.url}/pages/talk`);
    await button(page, "summarize").click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("A talk on lamps");
    await expect(page.getByRole("link", { name: text("play_at", { time: "1:23" }) })).toHaveAttribute(
      "href",
      `${web.url}/pages/talk#t=83`,
    );
    await expect(region(page, "summary")).toContainText(/\w+ \w+/);
    await page.reload();
    await expect(region(page, "summary")).toContainText(/\w+ \w+/);
    await button(page, "stop").click();
    await expect(page.getByText(text("states.cancelled"), { exact: true })).toBeVisible();
    await expect(page.getByText(text("partial"), { exact: true })).toBeVisible();
  });

  await test.step("a PDF is read page by page", async () => {
    const printer = await page.context().newPage();
    await printer.setContent(
      "<p>Boats sail at night.</p><p style='break-before: page'>The lamp burns oil. It is lit at dusk.</p>",
    );
    const pdf = await printer.pdf({ format: "A4" });
    await printer.close();

    await visit(page, `${new URL(page.url()).origin}/home/read`);
    await chooseModel(page, models.citing);
    await page
      .getByTestId("reading-file")
      .setInputFiles({ name: "lamps.pdf", mimeType: "application/pdf", buffer: pdf });
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("lamps.pdf");
    await expect(region(page, "summary")).toContainText("The lamp burns oil");
    // It says [1], but page 1 does not.
    await expect(region(page, "summary")).toContainText(text("not_found"));
    const source = region(page, "text");
    const shown = source.getByRole("region", { name: libraryText("page", { number: "1" }), exact: true });
    await expect(shown.locator(".pdf-text")).toContainText("Boats sail at night.");
    await region(page, "summary").getByRole("link", { name: "[1]" }).click();
    await expect(shown).toHaveAttribute("aria-current", "location");
    await expect(shown.getByTestId("pdf-mark").first()).toBeVisible();
    await source.getByRole("radio", { name: libraryText("text"), exact: true }).check();
    await expect(source).toContainText(text("page_number", { number: "2" }));
    await expect(source.locator("[aria-current=location]")).toContainText("Boats sail at night.");
  });

  // issue 5: "OCR for scans"
  await test.step("a scan at an address is recognised, and said to be one", async () => {
    const scan = await readFile(new URL("../../../server/app/tests/fixtures/scan.pdf", import.meta.url));
    web.add("scan.pdf", "application/pdf", scan);
    await visit(page, `${new URL(page.url()).origin}/home/read`);
    await chooseModel(page, models.citing);
    await address(page).fill(`${web.url}/pages/scan.pdf`);
    await address(page).press("Enter");
    const source = region(page, "text");
    await expect(source.getByText(/^Scanned pages: /)).toBeVisible({ timeout: 60_000 });
    await expect(source.locator("canvas").first()).toBeVisible();
    await source.getByRole("radio", { name: libraryText("text"), exact: true }).check();
    await expect(source.getByRole("listitem").first()).toContainText(/lighthouse/i);
  });
});

async function chooseModel(page: Page, model: string): Promise<void> {
  const picker = page.getByRole("combobox", { name: new RegExp(`^${text("model")}: `) });
  await picker.click();
  await page.getByPlaceholder(chatText("search_models")).fill(model);
  await page.getByRole("option", { name: model }).first().click();
  await expect(picker).toContainText(model);
}
