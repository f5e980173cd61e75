import { type Shot, shown } from "./shot.ts";

/** Shots of the palette and the frame. */
export const frameShots: Shot[] = [
  {
    name: "palette",
    at: "/home/chat",
    open: async ({ page }) => {
      await page.keyboard.press("Control+k");
      await shown(page.getByRole("dialog"));
    },
  },
  {
    name: "palette-found",
    at: "/home/chat",
    open: async ({ page }) => {
      await page.keyboard.press("Control+k");
      await page.getByRole("dialog").getByRole("combobox").fill("porto");
    },
  },
  {
    name: "palette-none",
    at: "/home/chat",
    open: async ({ page }) => {
      await page.keyboard.press("Control+k");
      await page.getByRole("dialog").getByRole("combobox").fill("zzzz");
    },
  },
  {
    name: "account-menu",
    at: "/home/chat",
    size: "wide",
    open: (stage) => stage.press("frame", "account_menu", { name: "Olivia Operator" }),
  },
  {
    name: "offline",
    at: "/settings/general",
    open: async ({ page }) => {
      await page.evaluate(() => {
        Object.defineProperty(navigator, "onLine", { configurable: true, value: false });
        window.dispatchEvent(new Event("offline"));
      });
    },
  },
  {
    name: "panel-failed",
    at: "/settings/general",
    open: async ({ page, narrow, say }) => {
      await page.route("**/api/accounts/devices", (route) =>
        route.fulfill({
          status: 503,
          contentType: "application/problem+json",
          body: JSON.stringify({ type: "about:blank", status: 503, code: "api.overloaded", title: "x" }),
        }),
      );
      if (narrow) await page.getByRole("link", { name: say("frame", "all_settings") }).click();
      await page.locator('a[href$="/settings/devices"]').filter({ visible: true }).first().click();
      await shown(
        page
          .getByRole("alert")
          .or(page.getByText(say("common", "try_again")))
          .first(),
      );
    },
  },
];
