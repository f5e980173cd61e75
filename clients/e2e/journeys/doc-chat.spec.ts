import { Buffer } from "node:buffer";
import { Chat } from "../harness/chat.ts";
import { addPdf, button, printedPdf, selectWords, shownPage, text } from "../harness/library.ts";
import { expect, models } from "../harness/test.ts";
import { textsOf } from "../harness/texts.ts";
import { visit } from "../harness/visit.ts";
import { test } from "../harness/web-test.ts";

const frameText = textsOf("frame");
const problems = textsOf("problems");

// spec §1: "chat with PDF documents."
// spec §2: "/webapp/doc-chat (optional doc_id)"
// spec §2: "PDF upload dialog and PDF chat page"
test("a PDF is added, read and asked about, and its pages are led to", async ({ connected: page }) => {
  const chat = new Chat(page);
  const pdf = await printedPdf(page, 2);
  await page.getByRole("link", { name: frameText("pdfs"), exact: true }).click();
  await expect(page).toHaveURL(/\/webapp\/doc-chat$/);
  await expect(page.getByText(text("none"), { exact: true })).toBeVisible();
  await addPdf(page, "lease.pdf", pdf);

  await expect(shownPage(page, 1).locator(".pdf-text")).toContainText("The rent is 900 euros a month.");
  await chat.chooseModel(models.paging);
  await chat.ask("When does the deposit come back?");
  await chat.expectDone();
  await expect(page).toHaveURL(/\/webapp\/doc-chat\?doc_id=/);
  await chat.answer.getByRole("link", { name: "p. 2" }).click();
  await expect(shownPage(page, 2)).toHaveAttribute("aria-current", "location");
  await expect(shownPage(page, 2).getByTestId("pdf-mark").first()).toBeVisible();

  // It is answered from what stands there.
  await button(page, "new_chat").click();
  await chat.chooseModel(models.echo);
  await chat.ask("How many rooms?");
  await chat.expectDone();
  await expect(chat.answer).toContainText("The deposit of 1850 euros is returned within sixty days.");
  await page.reload();
  await expect(chat.questions.last()).toContainText("How many rooms?");
  await button(page, "chats").click();
  await page.getByRole("menuitem", { name: /deposit/ }).click();
  await expect(chat.answer.getByRole("link", { name: "p. 2" })).toBeVisible();

  // What is selected is asked about, explained, kept.
  await selectWords(page, "Pets are welcome.");
  await button(page.getByRole("toolbar"), "actions.ask").click();
  await expect(chat.field).toHaveValue(/^> .*Pets are welcome\. \(p\. 1\)\n\n$/);
  await chat.field.fill("");
  await selectWords(page, "Pets are welcome.");
  await button(page.getByRole("toolbar"), "actions.explain").click();
  await expect(chat.questions.last()).toContainText(text("prompts.explain"));
  await expect(chat.questions.last()).toContainText("Pets are welcome.");
  await selectWords(page, "Pets are welcome.");
  await button(page.getByRole("toolbar"), "actions.memo").click();
  await expect(page.getByText(text("memo_saved"))).toBeVisible();
  await visit(page, new URL("/home/memo", page.url()).href);
  await expect(page.getByText(text("memo_title", { name: "lease.pdf", number: 1 })).first()).toBeVisible();
  // It leads back to the page, where the words are marked.
  await page.getByRole("link", { name: text("memo_title", { name: "lease.pdf", number: 1 }) }).click();
  await page.getByRole("link", { name: textsOf("memos")("comes_from"), exact: true }).click();
  await expect(page).toHaveURL(/doc_id=[0-9a-f-]{36}&page=1&q=/);
  await expect(shownPage(page, 1).getByTestId("pdf-mark").first()).toBeVisible();
});

// spec §4: "Documents: upload and parse; failed sources can be ignored or retried."
// spec §5: "PDF upload by address: "Non-PDF type file", "Invalid URL", "URL not in white list"."
test("a file that is no PDF says so, a PDF is renamed and restored, and an upload resumes in another window", async ({
  connected: page,
  web,
}) => {
  await test.step("what is no PDF says so, and is ignored; a PDF is renamed, goes and comes back", async () => {
    await visit(page, new URL("/webapp/doc-chat", page.url()).href);
    await button(page, "add").click();
    const dialog = page.getByRole("dialog");
    const address = dialog.getByRole("textbox", { name: text("address") });
    await address.fill("https://");
    await address.press("Enter");
    await expect(dialog.getByText(problems("web_access.invalid_url"))).toBeVisible();
    await address.fill(`${web.url}/pages/lamp`);
    await address.press("Enter");
    await expect(page.getByText(problems("documents.not_a_pdf"))).toBeVisible();

    await visit(page, new URL("/webapp/doc-chat", page.url()).href);
    const list = page.getByRole("list", { name: text("documents") });
    const failed = list.getByRole("listitem").filter({ hasText: "lamp.pdf" });
    await expect(failed).toContainText(problems("documents.not_a_pdf"));
    await button(failed, "try_again").click();
    await expect(failed).toContainText(problems("documents.not_a_pdf"));
    await button(failed, "ignore").click();
    await expect(failed).toContainText(text("ignored"));

    await addPdf(page, "lease.pdf", await printedPdf(page, 2));
    await visit(page, new URL("/webapp/doc-chat", page.url()).href);
    await button(list, "options", { name: "lease.pdf" }).click();
    await page.getByRole("menuitem", { name: text("rename") }).click();
    await page.getByRole("textbox", { name: text("name"), exact: true }).fill("My lease");
    await button(page, "save").click();
    await button(list, "options", { name: "My lease" }).click();
    await page.getByRole("menuitem", { name: text("delete"), exact: true }).click();
    await expect(list.getByText("My lease")).toBeHidden();
    await button(page, "undo").click();
    await expect(list.getByText("My lease")).toBeVisible();
  });

  await test.step("a PDF whose window was closed on its way goes on where it stopped", async () => {
    const printed = await printedPdf(page, 2);
    // Several chunks long; a PDF says at its end where its table is.
    const padding = Buffer.from(`%${"x".repeat(2_500_000)}\n`);
    const pdf = Buffer.concat([printed, padding, printed.subarray(printed.lastIndexOf("startxref"))]);
    const file = { name: "lease.pdf", mimeType: "application/pdf", buffer: pdf };
    await visit(page, new URL("/webapp/doc-chat", page.url()).href);
    let sent = 0;
    await page.route("**/api/documents/files/*", async (route) => {
      if (route.request().method() === "PATCH") sent += 1;
      await (sent > 1 ? route.abort("internetdisconnected") : route.continue());
    });
    await button(page, "add").first().click();
    await page.getByTestId("document-file").setInputFiles(file);
    await expect.poll(() => sent).toBeGreaterThan(1);
    await page.unroute("**/api/documents/files/*");
    await page.reload();

    const percent = Math.floor((1_048_576 / pdf.length) * 100);
    await expect(page.getByText(text("arrived", { percent }))).toBeVisible();
    const other = { ...file, buffer: pdf.subarray(1) };
    await page.getByTestId("resume-file").setInputFiles(other);
    await expect(page.getByText(text("other_file"))).toBeVisible();
    await page.getByTestId("resume-file").setInputFiles({ ...file, name: "copy of lease.pdf" });
    await expect(page.getByTestId("resume-file")).toHaveCount(0);
    await page.getByRole("link", { name: /^lease\.pdf/ }).click();
    await expect(shownPage(page, 1).locator(".pdf-text")).toContainText("The rent is 900 euros a month.");
  });
});
