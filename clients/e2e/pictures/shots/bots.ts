import { type Shot, shown } from "./shot.ts";

export const botShots: Shot[] = [
  {
    name: "bots-none",
    at: "/bots",
    open: ({ page, say }) => page.getByRole("searchbox", { name: say("bots", "search_bots") }).fill("zzzz"),
  },
  { name: "bots-mine", at: "/bots", open: (stage) => stage.tab("bots", "tab_mine") },
  {
    name: "bot-menu",
    at: "/bots",
    open: (stage) => stage.press("bots", "actions", { name: "مدقق لغوي" }),
  },
  {
    name: "bot-report",
    at: "/bots",
    open: async (stage) => {
      await stage.press("bots", "actions", { name: "مدقق لغوي" });
      await stage.pick("bots", "report");
    },
  },
  { name: "bot", at: "bot" },
  { name: "bot-share", at: "bot", open: (stage) => stage.press("bots", "share", {}, stage.dialog()) },
  {
    name: "bot-crop",
    at: "/bots/create",
    open: async ({ page, say }) => {
      const buffer = await page.screenshot();
      await page.getByTestId("bot-picture").setInputFiles({ name: "a.png", mimeType: "image/png", buffer });
      await shown(page.getByLabel(say("bots", "zoom")));
    },
  },
  {
    name: "new-bot-errors",
    at: "/bots/create",
    open: async (stage) => {
      await stage.fill("bots", "prompt", "");
      await stage.press("bots", "publish");
      await stage.page.locator("[aria-invalid=true]").first().scrollIntoViewIfNeeded();
    },
  },
  {
    name: "report-texts",
    at: "/settings/reports",
    open: ({ page }) => page.locator("main summary").first().click(),
  },
];
