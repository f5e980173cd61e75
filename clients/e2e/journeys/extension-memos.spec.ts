import { call } from "../harness/api.ts";
import { ExtensionBrowser, Site } from "../harness/extension.ts";
import { olivia } from "../harness/people.ts";
import { expect, test } from "../harness/test.ts";
import { textsOf } from "../harness/texts.ts";

const text = textsOf("extension");
const page = textsOf("page");

const PAGE = `<!doctype html><html lang="en"><title>The lighthouse of Arden</title><main><article><h1>Arden</h1>
  <p id="story">The lamp burns rapeseed oil.</p><p>${"The keeper writes down the weather. ".repeat(10)}</p></article></main></html>`;

interface Entry {
  id: string;
  kind: string;
  title: string;
  source_url: string | null;
  tags: string[];
}

// spec §2: "Settings panels: account, general, floating avatar, sidebar, text selection toolbar, translation, search assistant, writing assistant, webpage assistant, memo, keyboard shortcuts, contact us."
test("what is read becomes a memo: marked text over the page, and a page beside the panel", async ({
  operator,
  server,
}) => {
  const browser = await ExtensionBrowser.start();
  const site = await Site.serve(PAGE);
  const memos = async () => (await call<{ items: Entry[] }>(operator, "GET", "/api/memos")).items;
  try {
    const panel = await browser.signIn(server.url, olivia);
    await browser.runInPages(panel);
    const toMemos = async () => {
      await panel.bringToFront();
      await panel.getByRole("link", { name: text("tab_settings"), exact: true }).click();
      await panel.getByRole("link", { name: text("settings_memo"), exact: true }).click();
    };
    await toMemos();
    await expect(panel.getByText(text("memo_none"))).toBeVisible();
    await panel.getByLabel(text("memo_tag"), { exact: true }).fill("Sea");
    await panel.getByLabel(text("memo_tag"), { exact: true }).press("Enter");

    const { tab, layers } = await browser.openTab(`${site.url}/arden?token=secret`, {
      width: 1000,
      height: 700,
    });
    await layers.waitFor("Ensemble");
    const mark = () => tab.locator("#story").click({ clickCount: 3 });
    await mark();
    await layers.press(page("more"));
    await layers.press(page("keep"));
    await layers.waitFor(page("receipt_send"));
    const receipt = await layers.text();
    expect(receipt).toContain("The lamp burns rapeseed oil.");
    expect(receipt).not.toContain("secret");
    await layers.press(page("receipt_keep"));
    await mark();
    await layers.press(page("more"));
    expect(await memos()).toEqual([]);
    await layers.press(page("keep"));
    await layers.press(page("receipt_send"));
    await layers.waitFor(page("open_memo"));
    expect(await layers.text()).toContain(page("kept"));
    const [highlight] = await memos();
    expect(highlight).toMatchObject({
      kind: "highlight",
      title: "The lighthouse of Arden",
      source_url: `${site.url}/arden`,
      tags: ["Sea"],
    });
    const opened = browser.context.waitForEvent("page");
    await layers.press(page("open_memo"));
    const there = await opened;
    await there.waitForURL(`${server.url}/**`);
    expect(new URL(there.url()).href).toContain(highlight?.id);
    await there.close();

    // The page beside the panel.
    await tab.bringToFront();
    await tab.locator("h1").click();
    await panel.bringToFront();
    await panel.getByRole("link", { name: text("tab_new_chat"), exact: true }).click();
    await panel.getByRole("button", { name: text("page_ask"), exact: true }).click();
    await panel.getByRole("button", { name: text("page_keep"), exact: true }).click();
    await expect(panel.getByText(text("page_kept"))).toBeVisible();
    await expect.poll(async () => (await memos()).map(({ kind }) => kind)).toEqual(["reading", "highlight"]);

    // The settings list both, and take the offer away.
    await toMemos();
    await expect(panel.getByRole("button", { name: /The lighthouse of Arden/ })).toHaveCount(2);
    await panel.getByRole("switch", { name: text("memo_offer") }).click();
    await tab.bringToFront();
    await mark();
    await layers.press(page("more"));
    await layers.waitFor(page("off_everywhere"));
    expect(await layers.find(page("keep"))).toBeNull();
  } finally {
    await browser.stop();
    site.stop();
  }
});
