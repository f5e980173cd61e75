import { Buffer } from "node:buffer";
import type { Locator, Page } from "@playwright/test";
import { Chat } from "../harness/chat.ts";
import { expect, models, test } from "../harness/test.ts";
import { textsOf } from "../harness/texts.ts";

const text = textsOf("documents");
const chatText = textsOf("chat");
const libraryText = textsOf("library");
const common = textsOf("common");
const problems = textsOf("problems");

/** Returns the files of the draft. */
const tray = (page: Page): Locator => page.getByTestId("attachment-tray");
const trayFile = (page: Page, name: string): Locator =>
  tray(page).getByRole("listitem").filter({ hasText: name });

const attach = (page: Page, name: string, content: string | Buffer, mimeType = "text/plain") =>
  page.getByTestId("attach-files").setInputFiles({ name, mimeType, buffer: Buffer.from(content) });

const expectReady = (page: Page, name: string) =>
  expect(trayFile(page, name)).toHaveAttribute("data-state", "ready");

/** Returns a PDF of two pages, printed by the browser. */
async function printedPdf(page: Page): Promise<Buffer> {
  const printer = await page.context().newPage();
  await printer.setContent(
    `<h1>Lease</h1><p>The rent is 900 euros a month.</p>
     <p style="break-before: page">The deposit of 1850 euros is returned within sixty days.</p>`,
  );
  const pdf = await printer.pdf({ format: "A4" });
  await printer.close();
  return pdf;
}

// spec §5: "Chat attachments: maximum file count, size limit, supported types only, text too long rejected."
// spec §1: "Chat with files and images"
// spec §5: "chat image limit 4M"
test("files and pictures are sent, read, searched and opened, and an upload resumes after a reload", async ({
  connected,
}) => {
  await test.step("files are read, answered from, and opened again", async () => {
    const chat = new Chat(connected);
    await chat.openNew();
    await attach(connected, "lease.pdf", await printedPdf(connected), "application/pdf");
    await attach(connected, "song.mp3", "not a song", "audio/mpeg");
    await expectReady(connected, "lease.pdf");
    const song = trayFile(connected, "song.mp3");
    await expect(song).toContainText(problems("files.type_not_supported"));

    await connected.reload();
    await expectReady(connected, "lease.pdf");
    await trayFile(connected, "song.mp3")
      .getByRole("button", { name: text("remove_file", { name: "song.mp3" }) })
      .click();
    await expect(song).toBeHidden();

    await chat.chooseModel(models.echo);
    await chat.ask("When is the deposit returned?");
    await chat.expectDone();
    await expect(chat.answer).toContainText("The deposit of 1850 euros is returned within sixty days.");
    await expect(tray(connected)).toBeHidden();

    await connected.reload();
    const chip = chat.questions
      .last()
      .getByRole("button", { name: text("open_file", { name: "lease.pdf" }) });
    await chip.click();
    const viewer = connected.getByRole("dialog", { name: "lease.pdf" });
    await expect(
      viewer.getByRole("region", { name: text("page", { number: 1 }) }).locator(".pdf-text"),
    ).toContainText("The rent is 900 euros a month.");
    await viewer.getByRole("radio", { name: libraryText("text"), exact: true }).check();
    await expect(viewer.getByRole("region", { name: text("page", { number: 2 }) })).toContainText(
      "sixty days",
    );
    const saved = connected.waitForEvent("download");
    await viewer.getByRole("link", { name: text("save_file") }).click();
    expect((await saved).suggestedFilename()).toBe("lease.pdf");
    await viewer.getByRole("button", { name: common("close") }).click();
    await expect(viewer).toBeHidden();
  });

  // issue 3: "small ones into context, large ones searched with citations"
  await test.step("a long file is searched, and the answer leads to the page", async () => {
    const filler = (from: number) =>
      Array.from({ length: 900 }, (_, at) => `Paragraph ${from + at} tells of rain, roofs and rivers.`).join(
        "\n\n",
      );
    const chat = new Chat(connected);
    await chat.openNew();
    await attach(
      connected,
      "long.txt",
      `${filler(0)}\n\nThe deposit of 1850 euros is returned within sixty days.\n\n${filler(900)}`,
    );
    await expectReady(connected, "long.txt");
    await chat.chooseModel(models.tooled);
    await chat.ask('search_documents {"query": "deposit returned"}');
    await chat.expectDone();
    const sources = chat.answer.getByRole("list", { name: chatText("sources") });
    await sources
      .getByRole("button", { name: /long\.txt/ })
      .first()
      .click();
    await expect(
      connected.getByRole("dialog", { name: "long.txt" }).getByText("The deposit of 1850 euros").first(),
    ).toBeVisible();
  });

  await test.step("a pasted picture is made small enough, sent alone, and shown", async () => {
    const chat = new Chat(connected);
    await chat.openNew();
    await chat.chooseModel(models.echo);
    await chat.field.evaluate(async (field) => {
      const canvas = document.createElement("canvas");
      canvas.width = 3_000;
      canvas.height = 1_500;
      canvas.getContext("2d")?.fillRect(100, 100, 500, 500);
      const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/png"));
      const data = new DataTransfer();
      data.items.add(new File([blob as Blob], "screen.png", { type: "image/png" }));
      field.dispatchEvent(
        new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }),
      );
    });
    await expectReady(connected, "screen.jpg");
    await chat.field.press("Enter");
    // This model does not see: nothing is lost, and the person is told.
    await expect(connected.getByText(problems("documents.model_not_supported"))).toBeVisible();
    await expectReady(connected, "screen.jpg");

    // One that sees is shown it, and says what it saw.
    await chat.chooseModel(models.seeing);
    await chat.field.press("Enter");
    await expect(chat.answer).toContainText("image/jpeg");
    await chat.expectDone();
    await expect(tray(connected)).toBeHidden();
    const shown = chat.questions
      .last()
      .getByRole("button", { name: text("open_file", { name: "screen.jpg" }) });
    await expect
      .poll(() => shown.getByRole("img").evaluate((img: HTMLImageElement) => img.naturalWidth))
      .toBeGreaterThan(0);
  });

  await test.step("an upload goes on after a reload and a lost network", async () => {
    const chat = new Chat(connected);
    await chat.openNew();
    await chat.chooseModel(models.echo);
    const offsets: string[] = [];
    await connected.route("**/api/documents/files/*", async (route) => {
      if (route.request().method() !== "PATCH") return route.continue();
      const offset = route.request().headers()["upload-offset"] ?? "";
      offsets.push(offset);
      // The first chunk arrives; then the network is gone.
      if (offset === "0") return route.continue();
      return route.abort("internetdisconnected");
    });
    await attach(connected, "big.txt", "The quick brown fox. ".repeat(110_000 / 2));
    await expect.poll(() => offsets.length).toBeGreaterThan(1);
    await expect(trayFile(connected, "big.txt")).toHaveAttribute("data-state", "sending");

    await connected.unroute("**/api/documents/files/*");
    const resumed = connected.waitForRequest((request) => request.method() === "PATCH");
    await connected.reload();
    expect((await resumed).headers()["upload-offset"]).toBe("1048576");
    // 110,000 words are more than spec §5 takes; what counts here is that all of them arrived.
    await expect(trayFile(connected, "big.txt")).toContainText(problems("files.text_too_long"));
  });
});
