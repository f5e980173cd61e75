import type { Page } from "@playwright/test";
import { call } from "../harness/api.ts";
import { ExtensionBrowser, Site } from "../harness/extension.ts";
import { chooseDefaultModel, olivia } from "../harness/people.ts";
import { expect, models, test } from "../harness/test.ts";
import { textsOf } from "../harness/texts.ts";

const text = textsOf("extension");
const accounts = textsOf("accounts");
const page = textsOf("page");
const translation = textsOf("translation");
const writing = textsOf("writing");
const search = textsOf("search_assistant");

const PAGE = `<!doctype html><html lang="en"><title>Arden</title><main><article><h1>Arden</h1>
  <p id="story">The lighthouse of Arden burns rapeseed oil.</p><p>${"The keeper writes down the weather. ".repeat(8)}</p>
  </article></main><textarea id="note"></textarea>`;

/** Opens a page of the settings from anywhere in the panel. */
async function open(panel: Page, title: string): Promise<void> {
  await panel.bringToFront();
  await panel.getByRole("link", { name: text("tab_settings"), exact: true }).click();
  await panel.getByRole("link", { name: title, exact: true }).click();
  await expect(panel.getByRole("heading", { name: title, exact: true, level: 1 })).toBeVisible();
}

// The panels and their order are those of the specification (panels.test.ts); the search assistant's modes have a journey of their own.
test("each panel of the settings changes what it says", async ({ connected, server }) => {
  await chooseDefaultModel(connected, models.quoting);
  const browser = await ExtensionBrowser.start();
  const site = await Site.serve(PAGE);
  const settings = async () =>
    (await call<{ me: { settings: Record<string, unknown> } }>(connected, "GET", "/api/accounts/session")).me
      .settings;
  try {
    const panel = await browser.signIn(server.url, olivia);
    await browser.runInPages(panel);
    const { tab, layers } = await browser.openTab(site.url);
    const story = tab.locator("#story");

    // General: here, and on the person's other devices.
    await open(panel, text("settings_general"));
    await panel.getByRole("radio", { name: accounts("theme_dark") }).click();
    await expect(panel.locator("html")).toHaveAttribute("data-theme", "dark");
    await panel.getByRole("radio", { name: accounts("size_large") }).click();
    await expect(panel.locator("html")).toHaveAttribute("data-font-size", "large");
    await expect.poll(settings).toMatchObject({ theme: "dark", font_size: "large" });

    // Floating avatar: its side, and whether it is there.
    expect((await layers.waitFor("Ensemble")).x).toBeGreaterThan(900);
    await open(panel, text("settings_avatar"));
    await panel.getByRole("radio", { name: text("side_start") }).click();
    await tab.bringToFront();
    await expect.poll(async () => (await layers.find("Ensemble"))?.x ?? 999).toBeLessThan(100);
    await open(panel, text("settings_avatar"));
    await panel.getByRole("switch", { name: text("avatar_show") }).click();
    await tab.bringToFront();
    await expect.poll(() => layers.find("Ensemble")).toBeNull();

    // Text selection toolbar: only while a key is held.
    await open(panel, text("settings_selection"));
    await panel.getByRole("switch", { name: text("selection_alt") }).click();
    await tab.bringToFront();
    await story.click({ clickCount: 3, modifiers: ["Alt"] });
    await layers.press(page("copy"));
    await tab.locator("h1").click();
    await story.click({ clickCount: 3 });
    await tab.locator("#note").click();
    await layers.waitFor(writing("label"));
    expect(await layers.find(page("copy"))).toBeNull();

    // Writing assistant: the button at fields.
    await open(panel, text("settings_writing"));
    await panel.getByRole("switch", { name: writing("panel_button"), exact: true }).click();
    await tab.bringToFront();
    await tab.locator("#note").click();
    await expect.poll(() => layers.find(writing("label"))).toBeNull();

    // Translation: into which language, and how it looks.
    await open(panel, text("settings_translation"));
    await panel.getByRole("combobox", { name: translation("panel_target"), exact: true }).click();
    await panel.getByRole("option", { name: "German", exact: true }).click();
    await panel.getByRole("combobox", { name: translation("panel_look"), exact: true }).click();
    await panel.getByRole("option", { name: translation("panel_look_bar"), exact: true }).click();
    await panel.getByRole("button", { name: translation("menu_page"), exact: true }).click();
    await tab.bringToFront();
    await layers.press(page("receipt_send"));
    const under = story.locator("ensemble-translation");
    await expect(under).toContainText("«The lighthouse of Arden burns rapeseed oil.»");
    await expect(under).toHaveAttribute("lang", "de");
    await expect(under).toHaveCSS("border-inline-start-width", "3px");
    await layers.press(translation("show_original"));

    // Search assistant: whether it is there at all.
    await open(panel, text("settings_search"));
    await panel.getByRole("switch", { name: search("panel_show") }).click();
    await expect(panel.getByRole("radio", { name: search("mode_questionMark") })).toBeHidden();
    await panel.getByRole("switch", { name: search("panel_show") }).click();
    await expect(panel.getByRole("radio", { name: search("mode_questionMark") })).toBeVisible();

    // Sidebar: a new chat after a pause, and the page that is followed.
    await panel.evaluate(() => {
      const { chrome } = globalThis as never as { chrome: { permissions: { request: unknown } } };
      // The browser's own question cannot be pressed.
      chrome.permissions.request = async () => true;
    });
    await open(panel, text("settings_sidebar"));
    await panel.getByRole("switch", { name: text("sidebar_auto") }).click();
    await expect.poll(settings).toMatchObject({ auto_new_chat: true });
    await panel.getByRole("switch", { name: text("page_follow") }).click();
    await panel.getByRole("link", { name: text("tab_new_chat") }).click();
    await tab.bringToFront();
    await expect(panel.locator('[data-page="ready"]')).toContainText("Arden");

    // Webpage assistant: where any of it runs.
    await open(panel, text("settings_avatar"));
    await panel.getByRole("switch", { name: text("avatar_show") }).click();
    await tab.bringToFront();
    await layers.waitFor("Ensemble");
    await open(panel, text("settings_pages"));
    await panel.getByRole("button", { name: text("pages_remove", { site: "127.0.0.1" }) }).click();
    await tab.bringToFront();
    await expect.poll(() => layers.find("Ensemble")).toBeNull();

    // Keyboard shortcuts, and who helps.
    await open(panel, text("settings_shortcuts"));
    await expect(panel.getByRole("main")).toContainText(text("shortcut_panel"));
    await expect(panel.locator("kbd", { hasText: "ens" })).toBeVisible();
    await open(panel, text("settings_contact"));
    await expect(panel.getByRole("main")).toContainText(server.url);

    // Account: who it is, and the way out.
    await open(panel, text("settings_account"));
    await expect(panel.getByText(olivia.email)).toBeVisible();
    await panel.getByRole("button", { name: text("sign_out"), exact: true }).click();
    await expect(panel.getByRole("button", { name: text("sign_in"), exact: true })).toBeVisible();
    expect(await panel.evaluate(() => localStorage.getItem("session"))).toBeNull();
  } finally {
    await browser.stop();
    site.stop();
  }
});
