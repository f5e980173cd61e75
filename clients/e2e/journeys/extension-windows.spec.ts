import { createServer, type Server, type ServerResponse } from "node:http";
import { choose, ExtensionBrowser } from "../harness/extension.ts";
import { chooseDefaultModel, olivia } from "../harness/people.ts";
import { expect, models, test } from "../harness/test.ts";
import { textsOf } from "../harness/texts.ts";

const text = textsOf("extension");
const translation = textsOf("translation");

/** Website with a page for each address; `/endless` never ends, but as far as it came. */
class Pages {
  private readonly unfinished: ServerResponse[] = [];
  private readonly server: Server;

  constructor() {
    this.server = createServer(({ url = "/" }, response) => {
      const name = url.slice(1);
      response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
      response.write(
        `<!doctype html><html lang="en"><title>The page ${name}</title><main><p>The keeper of ${name} writes down the weather every evening.</p></main>`,
      );
      if (name === "endless") this.unfinished.push(response);
      else response.end();
    });
  }

  async serve(): Promise<string> {
    await new Promise<void>((done) => this.server.listen(0, "127.0.0.1", done));
    const address = this.server.address();
    if (address === null || typeof address === "string") throw new Error("the site has no port");
    return `http://127.0.0.1:${address.port}`;
  }

  stop(): void {
    for (const response of this.unfinished) response.end();
    this.server.close();
    this.server.closeAllConnections();
  }
}

test("each window has its own page, which may be left while it is read", async ({ connected, server }) => {
  await chooseDefaultModel(connected, models.quoting);
  const browser = await ExtensionBrowser.start({ keepsPages: true });
  const pages = new Pages();
  const site = await pages.serve();
  const ask = text("page_ask");
  try {
    const panel = await browser.signIn(server.url, olivia);
    const chip = panel.locator("[data-page]");
    const { tab } = await browser.openTab(`${site}/arden`);

    await test.step("the panel keeps its page, whatever happens in another window", async () => {
      await panel.bringToFront();
      await panel.getByRole("button", { name: ask, exact: true }).click();
      await expect(chip).toContainText("The page arden");
      const other = await browser.openWindow(`${site}/borre`);
      const second = await browser.openPanelIn(other.windowId);
      await second.getByRole("button", { name: ask, exact: true }).click();
      await expect(second.locator("[data-page]")).toContainText("The page borre");
      await expect(chip).toContainText("The page arden");
      await second.close();
    });

    await test.step("a page that is left while it is read gives way to the next one", async () => {
      await chip.getByRole("button", { name: text("page_drop") }).click();
      await tab.bringToFront();
      await tab.goto(`${site}/endless`, { waitUntil: "commit" });
      await panel.bringToFront();
      await panel.getByRole("button", { name: ask, exact: true }).click();
      await expect(chip).toHaveAttribute("data-page", "reading");
      await tab.goto(`${site}/cresk`);
      await expect(chip).toContainText("The page cresk");
    });
  } finally {
    await browser.stop();
    pages.stop();
  }
});

test("translates in a private window, of which nothing is written to the disk", async ({
  connected,
  server,
}) => {
  await chooseDefaultModel(connected, models.quoting);
  const browser = await ExtensionBrowser.start();
  const pages = new Pages();
  const site = await pages.serve();
  try {
    await browser.allowPrivateWindows();
    const panel = await browser.signIn(server.url, olivia);
    await browser.openTranslationSettings(panel);
    await choose(panel, translation("panel_target"), "German");
    const tab = await browser.openWindow(`${site}/eldra`, true);
    const translations = () =>
      browser.inTab<number>(tab.id, "document.querySelectorAll('[data-state=translated]').length");
    // The receipt over a private page is out of a test's reach.
    await browser.sayFrom(tab.id, "page→background: allow sending");
    await browser.say("commands.onCommand", "translate-page", tab);
    await expect.poll(translations).toBe(1);
    const { receipts = [], sent } = await browser.stored(["receipts", "sent"]);
    expect(receipts).toEqual([]);
    expect(sent).toContainEqual(expect.objectContaining({ path: "/api/translation/texts", page: null }));
    expect(JSON.stringify(sent)).not.toContain("127.0.0.1");
  } finally {
    await browser.stop();
    pages.stop();
  }
});
