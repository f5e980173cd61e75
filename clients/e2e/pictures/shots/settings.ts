import type { Page } from "@playwright/test";
import { removeAll, type Shot, shown } from "./shot.ts";

/** Shots of popups over the settings, except those of models. */
export const settingShots: Shot[] = [
  {
    name: "settings-found",
    at: "/settings",
    open: async ({ page, say }) => {
      const field = page.getByRole("searchbox", { name: say("frame", "search_settings") });
      await field.filter({ visible: true }).first().fill(say("settings", "theme"));
    },
  },
  {
    name: "select-open",
    at: "/settings/general",
    open: ({ page, say }) => page.getByRole("combobox", { name: say("accounts", "language") }).click(),
  },
  { name: "change-password", at: "/profile", open: (stage) => stage.press("accounts", "change_password") },
  {
    name: "shortcut-recorder",
    at: "/keyboard-shortcuts",
    open: async (stage) => {
      const command = stage.say("frame", "command.chat.new");
      // Its name begins with the keys as they are.
      await stage.page
        .getByRole("button", { name: stage.say("accounts", "change_keys_of", { command }) })
        .click();
      await stage.page.keyboard.press("Control+k");
    },
  },
  { name: "new-key", at: "/settings/api-keys", open: (stage) => stage.press("gateway", "create_key") },
  { name: "revoke-key", at: "/settings/api-keys", open: (stage) => stage.press("gateway", "revoke") },
  { name: "add-tools", at: "/settings/tools", open: (stage) => stage.press("tools", "add_server") },
  {
    name: "tools-open",
    at: "/settings/tools",
    open: ({ page }) => page.getByRole("article").locator("button[aria-expanded=false]").last().click(),
  },
  {
    name: "import-left-out",
    at: "/settings/data",
    open: ({ page }) => page.getByRole("article").locator("summary").first().click(),
  },
  {
    name: "import-refused",
    at: "/settings/data",
    open: async ({ page, say }) => {
      await page.locator('input[type="file"]').setInputFiles({
        name: "holiday.json",
        mimeType: "application/json",
        buffer: Buffer.from("not json"),
      });
      await shown(page.getByText(say("problems", "portability.unreadable")));
    },
    after: (stage) => removeAll(stage, "/api/portability/imports", ({ name }) => name === "holiday.json"),
  },
  {
    name: "user-menu",
    at: "/settings/users",
    open: (stage) => stage.press("admin", "more_for", { name: "Mina Member" }),
  },
  {
    name: "user-ban",
    at: "/settings/users",
    open: async (stage) => {
      const { page, say } = stage;
      await stage.press("admin", "more_for", { name: "Mina Member" });
      await page.getByRole("menuitem", { name: say("admin", "suspend") }).click();
      await page
        .getByRole("dialog")
        .getByRole("button", { name: say("admin", "suspend"), exact: true })
        .click();
      await shown(page.getByText(say("admin", "reason_missing")));
    },
  },
  {
    name: "user-limits",
    at: "/settings/users",
    open: async (stage) => {
      await stage.press("admin", "more_for", { name: "Mina Member" });
      await stage.page.getByRole("menuitem", { name: stage.say("admin", "limits") }).click();
      await shown(stage.dialog());
    },
  },
  {
    name: "grants-give",
    at: "/settings/grants",
    open: async (stage) => {
      await stage.press("admin", "give");
      await stage.press("admin", "give_now");
      await shown(stage.page.getByText(stage.say("admin", "recipient_missing")));
    },
  },
  {
    name: "notice-closing",
    at: "/settings/notice",
    open: async ({ page, say }) => {
      await page.getByRole("radio", { name: say("admin", "level.closed") }).check();
      await page.getByRole("textbox", { name: say("admin", "notice_text") }).fill("New disks. Back soon.");
      await shown(page.getByText(say("notice", "closed"), { exact: true }));
    },
  },
  {
    name: "plans-gives",
    at: "/settings/plans",
    open: async ({ page, say }) => {
      const plan = page.locator("details summary").first();
      await plan.click();
      await shown(page.getByLabel(say("billing", "gives.memory_items"), { exact: true }).first());
      await plan.evaluate((summary) => summary.closest("section")?.scrollIntoView());
    },
  },
  {
    name: "plans-packs",
    at: "/settings/plans",
    open: ({ page, say }) => toTop(page, say("billing", "packs")),
  },
  {
    name: "plans-promotions",
    at: "/settings/plans",
    open: ({ page, say }) => toTop(page, say("billing", "promotions")),
  },
];

/** Scrolls this heading to the top. */
const toTop = (page: Page, name: string) =>
  page.getByRole("heading", { name, exact: true }).evaluate((heading) => heading.scrollIntoView());
