import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, type Page } from "@playwright/test";
import { call } from "../harness/api.ts";
import { ExtensionBrowser, Site } from "../harness/extension.ts";
import { chooseDefaultModel, olivia } from "../harness/people.ts";
import { repository } from "../harness/program.ts";
import { models, test } from "../harness/test.ts";
import { sayIn } from "../harness/texts.ts";
import { Camera, type Look, looks, settled, sizes } from "./camera.ts";

/** Settings pages of the extension by their names in the list. */
const PANELS = {
  account: "settings_account",
  general: "settings_general",
  avatar: "settings_avatar",
  sidebar: "settings_sidebar",
  selection: "settings_selection",
  translation: "settings_translation",
  search: "settings_search",
  writing: "settings_writing",
  pages: "settings_pages",
  memo: "settings_memo",
  shortcuts: "settings_shortcuts",
  privacy: "sent_title",
  contact: "settings_contact",
} as const;

const NAMES = [
  "server",
  "sign-in",
  "new",
  "chats",
  "bots",
  "settings",
  ...Object.keys(PANELS),
  "page",
  "receipt",
  "answer",
].map((name) => `extension-${name}`);

const page = (name: string) => readFileSync(join(repository, "clients/e2e/corpus", name), "utf8");

for (const look of looks)
  test(`pictures of the extension's panel, ${look.theme} ${look.locale}`, async ({
    connected,
    server,
    browser,
  }) => {
    test.setTimeout(240_000);
    const camera = new Camera(browser, "narrow");
    const wide = new Camera(browser, "wide");
    if (!NAMES.some((name) => camera.wants(name, look) || wide.wants(name, look))) return;
    await chooseDefaultModel(connected, models.quick);
    await call(connected, "PATCH", "/api/accounts/settings", look);
    const extension = await ExtensionBrowser.start({
      dark: look.theme === "dark",
      ...(look.locale === "en" ? {} : { locale: look.locale }),
    });
    const site = await Site.serve(page("pages/news.html"));
    try {
      await photograph({ camera, wide }, look, extension, server.url, site.url);
    } finally {
      await extension.stop();
      site.stop();
    }
    camera.expectNoFaults();
    wide.expectNoFaults();
  });

async function photograph(
  { camera, wide }: { camera: Camera; wide: Camera },
  look: Look,
  extension: ExtensionBrowser,
  server: string,
  site: string,
): Promise<void> {
  const say = sayIn(look.locale);
  const text = (key: string, values?: Record<string, string>) => say("extension", key, values);
  const shoot = async (panel: Page, name: string) => {
    await settled(panel);
    await camera.shoot(panel, `extension-${name}`, look);
  };
  const press = (panel: Page, name: string) => panel.getByRole("button", { name, exact: true }).click();
  const follow = (panel: Page, name: string) => panel.getByRole("link", { name, exact: true }).click();

  const first = await extension.openPanel();
  await shoot(first, "server");
  await first.getByLabel(text("server_label")).fill(server);
  await press(first, text("server_connect"));
  await expect(first.getByRole("button", { name: text("sign_in"), exact: true })).toBeVisible();
  await shoot(first, "sign-in");
  await first.evaluate(() => (globalThis as never as { chrome: Chrome }).chrome.storage.local.clear());
  await first.close();

  const panel = await extension.signIn(server, olivia);
  await shoot(panel, "new");
  const tab = await extension.context.newPage();
  await tab.goto(site);
  await panel.bringToFront();
  await press(panel, text("page_ask"));
  await expect(panel.locator('[data-page="ready"]')).toBeVisible();
  await shoot(panel, "page");
  const field = panel.getByRole("textbox", { name: say("chat", "message_label"), exact: true });
  await field.fill("What does the lamp burn?");
  await field.press("Enter");
  await expect(panel.getByRole("dialog")).toBeVisible();
  await shoot(panel, "receipt");
  await panel
    .getByRole("dialog")
    .getByRole("button", { name: text("receipt_send"), exact: true })
    .click();
  await expect(panel.getByRole("button", { name: say("chat", "copy"), exact: true }).first()).toBeAttached();
  await shoot(panel, "answer");
  await follow(panel, say("chat", "conversations"));
  await shoot(panel, "chats");
  await follow(panel, text("bots"));
  await shoot(panel, "bots");
  await follow(panel, text("tab_settings"));
  await shoot(panel, "settings");
  const beside = panel.viewportSize();
  for (const [name, title] of Object.entries(PANELS)) {
    await follow(panel, text(title));
    await shoot(panel, name);
    // In a tab of its own, as Firefox opens it from a page, it is as wide as that.
    await panel.setViewportSize(sizes.wide.viewport);
    await settled(panel);
    await wide.shoot(panel, `extension-${name}`, look);
    if (beside) await panel.setViewportSize(beside);
    await follow(panel, text("settings_back"));
  }
}

interface Chrome {
  storage: { local: { clear(): Promise<void> } };
}
