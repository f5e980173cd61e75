import type { Page } from "@playwright/test";
import { call } from "../harness/api.ts";
import { ExtensionBrowser, Site } from "../harness/extension.ts";
import { picture } from "../harness/fake-images.ts";
import { chooseDefaultModel, olivia } from "../harness/people.ts";
import { expect, models, test } from "../harness/test.ts";
import { textsOf } from "../harness/texts.ts";

const text = textsOf("extension");
const page = textsOf("page");
const translation = textsOf("translation");
const writing = textsOf("writing");
const search = textsOf("search_assistant");

const STORY = "Die Lampe von Arden brennt mit Rapsöl.";
const LAMP = `data:image/png;base64,${picture(400).toString("base64")}`;
const PAGE = `<!doctype html><html lang="de"><title>The lighthouse of Arden</title><main><article><h1>Arden</h1>
  <p id="story">${STORY}</p><p>${"Der Wärter schreibt jeden Abend das Wetter auf. ".repeat(10)}</p></article></main>
  <textarea id="note" lang="en">She go to school.</textarea></html>`;

// Issue: "floating avatar, context menu, omnibox keyword, commands; each can be switched off per site"
test("the menu of a right click and the keys do what they say, and are gone where they are switched off", async ({
  connected,
  server,
}) => {
  await chooseDefaultModel(connected, models.quoting);
  const browser = await ExtensionBrowser.start();
  const site = await Site.serve(PAGE);
  try {
    const panel = await browser.signIn(server.url, olivia);
    const opened = await browser.allowAll();
    const menu = await browser.watchMenu();
    const { tab, layers } = await browser.openTab(`${site.url}/arden`);
    const choose = async (menuItemId: string) =>
      browser.say("contextMenus.onClicked", { menuItemId, editable: false }, await browser.tabOf(tab));
    const key = async (command: string) =>
      browser.say("commands.onCommand", command, await browser.tabOf(tab));

    // The menu lets the extension into a site; before, nothing of it is there.
    expect(await tab.locator("ensemble-layer").count()).toBe(0);
    await choose("run-here");
    await layers.waitFor("Ensemble");

    // What is marked is asked about.
    await tab.locator("#story").click({ clickCount: 3 });
    await choose("ask-selection");
    await layers.waitFor(page("question"));
    await expect.poll(() => layers.text()).toContain(STORY);
    await layers.press(page("close"));

    // It becomes a memo, once its person has seen what leaves.
    await tab.locator("#story").click({ clickCount: 3 });
    await choose("keep-selection");
    await layers.waitFor(page("receipt_send"));
    expect(await layers.text()).toContain(STORY);
    await layers.press(page("receipt_keep"));
    expect((await call<{ items: unknown[] }>(connected, "GET", "/api/memos")).items).toEqual([]);

    // The writing helper is at the field that is written in.
    await tab.locator("#note").click();
    await choose("write");
    await layers.waitFor(writing("grammar"));
    await tab.keyboard.press("Escape");

    // The key of translation: the same page, there and back.
    await key("translate-page");
    await layers.press(page("receipt_send"));
    const shown = tab.locator("#story ensemble-translation");
    await expect(shown).toContainText(`«${STORY}»`);
    await choose("translate-page");
    await expect(shown).toHaveCount(0);

    // The key of the quick panel: a question that is about nothing in particular.
    await tab.locator("h1").click();
    await key("quick-panel");
    await layers.waitFor(page("question"));
    await layers.type("Who built it?");
    await layers.press(page("send"));
    await layers.waitFor(page("continue"));
    await expect.poll(() => layers.text()).toContain("«Who built it?»");
    await layers.press(page("close"));

    // About the page: the panel opens beside it, and has read it.
    await choose("ask-page");
    expect(await opened()).toEqual([(await browser.tabOf(tab)).id]);
    await expect(panel.locator('[data-page="ready"]')).toContainText("The lighthouse of Arden");

    // A picture goes to a tool of the product.
    const next = browser.context.waitForEvent("page");
    const clicked = { menuItemId: "picture-upscale", editable: false, frameId: 0, srcUrl: LAMP };
    await browser.say("contextMenus.onClicked", clicked, await browser.tabOf(tab));
    const tool = await next;
    await expect(tool).toHaveURL(/\/image-tools\/upscale\?file=[\w-]{36}$/);
    await expect(tool.getByText("image.png", { exact: true })).toBeVisible();
    await tool.close();
    await tab.bringToFront();

    // Where no extension may be, there is the panel at least.
    const closed = await browser.context.newPage();
    await closed.goto("chrome://version");
    const there = await browser.tabInFront();
    await browser.say("commands.onCommand", "quick-panel", there);
    await expect.poll(opened).toContain(there.id);
    await closed.close();

    // Switched off on the site, each is off with its key and its place in the menu.
    await openSite(panel);
    const off = async (title: string, wanted = false) => {
      await panel.bringToFront();
      const name = text("feature_on", { feature: title, site: "127.0.0.1" });
      const toggle = panel.getByRole("switch", { name, exact: true });
      await expect(toggle).toBeChecked({ checked: !wanted });
      await toggle.click();
      // It turns when the browser has kept it.
      await expect(toggle).toBeChecked({ checked: wanted });
      await tab.bringToFront();
    };
    await off(text("settings_translation"));
    await expect.poll(menu).toMatchObject({ "translate-page": false, write: true, "ask-selection": true });
    await key("translate-page");
    await off(text("settings_writing"));
    await expect.poll(menu).toMatchObject({ "translate-page": false, write: false, "ask-selection": true });
    // The toolbar alone: the quick panel keeps its key.
    await off(text("settings_selection"));
    await tab.locator("#story").click({ clickCount: 3 });
    await key("quick-panel");
    await layers.waitFor(page("question"));
    expect(await layers.find(page("copy"))).toBeNull();
    await layers.press(page("close"));
    await expect.poll(menu).toMatchObject({ write: false, "ask-selection": true, "keep-selection": true });
    // With the quick panel, its key and what the avatar has of it.
    await off(text("quick_panel"));
    await expect.poll(menu).toMatchObject({ write: false, "ask-selection": false, "keep-selection": false });
    await key("quick-panel");
    await layers.press("Ensemble");
    await layers.waitFor(page("open_panel"));
    for (const name of [page("ask"), translation("menu_page")])
      expect(await layers.find(name), name).toBeNull();
    await layers.press("Ensemble");
    await off(text("settings_avatar"));
    await expect.poll(() => layers.find("Ensemble")).toBeNull();
    await tab.locator("#note").click();
    await tab.locator("#story").click({ clickCount: 3 });
    // The search assistant has nothing to do here; it goes like the others.
    await off(text("settings_search"));
    await tab.reload();
    await tab.locator("#note").click();
    await tab.locator("#story").click({ clickCount: 3 });
    for (const name of [page("copy"), page("question"), writing("label"), translation("show_original")])
      expect(await layers.find(name), name).toBeNull();
    expect(await layers.text()).not.toContain(search("label"));
    await expect(tab.locator("ensemble-translation")).toHaveCount(0);

    // Switched on again, it is there at once; so is what the menu has of it.
    await off(text("quick_panel"), true);
    await off(text("settings_selection"), true);
    await tab.locator("#story").click({ clickCount: 3 });
    await layers.waitFor(page("copy"));
    await expect.poll(menu).toMatchObject({ "ask-selection": true, "translate-page": false });
  } finally {
    await browser.stop();
    site.stop();
  }
});

/** Opens the site's settings. */
async function openSite(panel: Page): Promise<void> {
  await panel.bringToFront();
  await panel.getByRole("link", { name: text("tab_settings"), exact: true }).click();
  await panel.getByRole("link", { name: text("settings_pages"), exact: true }).click();
  await panel.getByRole("button", { name: text("pages_features", { site: "127.0.0.1" }) }).click();
}
