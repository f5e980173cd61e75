import type { Page } from "@playwright/test";
import { call } from "../harness/api.ts";
import { expectNoBarriers } from "../harness/barriers.ts";
import { ExtensionBrowser } from "../harness/extension.ts";
import { olivia } from "../harness/people.ts";
import { expect, test } from "../harness/test.ts";
import { textsOf } from "../harness/texts.ts";

// In one language: the rules look at marks and colors, which are the same in all.
test("the extension's panel has no barrier that can be found automatically", async ({
  connected,
  server,
}) => {
  const text = textsOf("extension");
  await call(connected, "PATCH", "/api/accounts/settings", { theme: "auto" });
  const browser = await ExtensionBrowser.start();
  try {
    const panel = await browser.openPanel();
    await expect(panel.getByRole("heading").first()).toBeVisible();
    await expectNoBarriers(panel, "choosing a server");
    await panel.close();
    const inside = await browser.signIn(server.url, olivia);
    await expectNoBarriers(inside, "a new chat");
    await follow(inside, text("bots"));
    await expectNoBarriers(inside, "bots");
    await follow(inside, text("tab_settings"));
    await expectNoBarriers(inside, "settings");
    const names = await inside.locator("main").getByRole("listitem").getByRole("link").allInnerTexts();
    expect(names.length).toBeGreaterThan(8);
    for (const name of names) {
      await follow(inside, name);
      await expectNoBarriers(inside, name);
      await follow(inside, text("settings_back"));
    }
  } finally {
    await browser.stop();
  }
});

async function follow(panel: Page, name: string): Promise<void> {
  await panel.getByRole("link", { name, exact: true }).click();
  await expect(panel.getByRole("heading").first()).toBeVisible();
  await expect(panel.locator("[role=status] [class*=ui-pulse]")).toHaveCount(0);
}
