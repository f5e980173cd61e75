import { Chat } from "../harness/chat.ts";
import { ExtensionBrowser } from "../harness/extension.ts";
import { chooseDefaultModel, olivia } from "../harness/people.ts";
import { expect, models } from "../harness/test.ts";
import { textsOf } from "../harness/texts.ts";
import { test } from "../harness/web-test.ts";

const text = textsOf("extension");
const reading = textsOf("reading");

const LECTURE = `<!doctype html><html lang="en"><title>A lecture on lamps</title>
  <video controls><track kind="captions" srclang="en" src="talk.vtt"></video><p>Recorded at the harbour.</p></html>`;

// Issue: "Page, video-page (captions) and PDF summary from the panel."
test("a page, a video and a PDF beside the panel are summed up in it", async ({ connected, server, web }) => {
  await chooseDefaultModel(connected, models.citing);
  const printer = await connected.context().newPage();
  await printer.setContent("<p>The lamp burns oil. It is lit at dusk.</p>");
  const pdf = await printer.pdf({ format: "A4" });
  await printer.close();
  web.add("lecture", "text/html; charset=utf-8", LECTURE);
  web.add("lamps.pdf?copy=7", "application/pdf", pdf);

  const browser = await ExtensionBrowser.start();
  try {
    const panel = await browser.signIn(server.url, olivia);
    const tab = await browser.context.newPage();
    const receipt = panel.getByRole("dialog", { name: text("receipt_title") });
    const heading = panel.getByRole("heading", { level: 1 });
    const summary = panel.getByRole("region", { name: reading("summary"), exact: true });
    const sumUp = async (address: string) => {
      await tab.bringToFront();
      await tab.goto(web.url + address);
      await panel.bringToFront();
      await panel.getByRole("link", { name: text("tab_new_chat"), exact: true }).click();
      await panel.getByRole("button", { name: text("page_ask"), exact: true }).click();
      await panel.getByRole("button", { name: text("page_summarise"), exact: true }).click();
    };

    // A page: its text, as it was shown. Kept back, nothing was sent.
    await sumUp("/pages/lamp");
    await expect(receipt).toContainText("It is lit at dusk.");
    await receipt
      .getByRole("button", { name: text("receipt_keep"), exact: true })
      .last()
      .click();
    await expect(receipt).toBeHidden();
    await panel.getByRole("button", { name: text("page_summarise"), exact: true }).click();
    await receipt.getByRole("button", { name: text("receipt_send"), exact: true }).click();
    await expect(heading).toHaveText("The lamp");
    await expect(summary).toContainText("The lamp burns oil");
    await summary.getByRole("link", { name: "[1]" }).click();
    await expect(
      panel.getByRole("region", { name: reading("text"), exact: true }).locator("mark"),
    ).toHaveText("The lamp burns oil.");

    // Asked about, its text goes along to a new chat.
    await panel.getByRole("button", { name: reading("ask"), exact: true }).click();
    await expect(new Chat(panel).field).toBeVisible();
    await expect(panel.getByTestId("attachment-tray")).toContainText("The lamp.txt");

    // A video: by its captions, with the times at which something is said.
    await sumUp("/pages/lecture");
    await expect(heading).toHaveText("A lecture on lamps");
    await expect(summary).toContainText("The lamp burns oil");
    await panel.getByRole("radio", { name: reading("text"), exact: true }).click();
    await expect(panel.getByRole("link", { name: reading("play_at", { time: "1:23" }) })).toHaveAttribute(
      "href",
      `${web.url}/pages/lecture#t=83`,
    );

    // A PDF: the server reads it, page by page. Its whole address is shown each time.
    await sumUp("/pages/lamps.pdf?copy=7#page=1");
    await expect(receipt).toContainText(`${web.url}/pages/lamps.pdf?copy=7`);
    await expect(receipt).not.toContainText("#page");
    await receipt.getByRole("button", { name: text("receipt_send"), exact: true }).click();
    await expect(summary).toContainText("The lamp burns oil");
    await panel.getByRole("radio", { name: reading("text"), exact: true }).click();
    await expect(panel.getByRole("region", { name: reading("text"), exact: true })).toContainText(
      reading("page_number", { number: "1" }),
    );
  } finally {
    await browser.stop();
  }
});
