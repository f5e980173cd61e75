import { ExtensionBrowser, Site } from "../harness/extension.ts";
import { olivia } from "../harness/people.ts";
import { expect, test } from "../harness/test.ts";
import { textsOf } from "../harness/texts.ts";

const text = textsOf("extension");

const page = (title: string, words: string) =>
  `<!doctype html><html lang="en"><title>${title}</title><nav><a href="/a">Home and other places of this site</a></nav>
  <main><article><h1>${title}</h1><p id="first">${words} burns rapeseed oil.</p><p>${`${words} stands on a rock. `.repeat(12)}</p></article></main>
  <input value="a private word"><img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" alt=""></html>`;

// Issue: "follows the tab on request"
test("another page takes the text out of the composer, unless the panel follows", async ({
  connected: _connected,
  server,
}) => {
  const browser = await ExtensionBrowser.start();
  const [first, second] = await Promise.all([
    Site.serve(page("Arden", "The lighthouse of Arden")),
    Site.serve(page("Borre", "The harbour of Borre")),
  ]);
  try {
    const panel = await browser.signIn(server.url, olivia);
    const chip = panel.locator("[data-page]");
    const [one, two] = [await browser.context.newPage(), await browser.context.newPage()];
    await two.goto(second.url);
    await one.goto(first.url);
    await one.bringToFront();
    await panel.bringToFront();
    await panel.getByRole("button", { name: text("page_ask"), exact: true }).click();
    await expect(chip).toContainText("Arden");
    await two.bringToFront();
    await expect(chip).toHaveAttribute("data-page", "away");
    await expect(chip).not.toContainText("Arden");

    await panel.evaluate(() => {
      const { chrome } = globalThis as never as { chrome: { permissions: { request: unknown } } };
      // The browser's own question cannot be pressed.
      chrome.permissions.request = async () => true;
    });
    await panel.bringToFront();
    await panel.getByRole("button", { name: text("page_ask"), exact: true }).click();
    await expect(chip).toContainText("Borre");
    await chip.getByRole("button", { expanded: false }).click();
    await chip.getByRole("switch", { name: text("page_follow") }).click();
    await one.bringToFront();
    await expect(chip).toContainText("Arden");
    await two.bringToFront();
    await expect(chip).toContainText("Borre");
  } finally {
    await browser.stop();
    first.stop();
    second.stop();
  }
});
