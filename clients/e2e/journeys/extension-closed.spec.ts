import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { ExtensionBrowser } from "../harness/extension.ts";
import { olivia } from "../harness/people.ts";
import { expect, test } from "../harness/test.ts";
import { textsOf } from "../harness/texts.ts";

const text = textsOf("extension");

// spec §8: "browser page-reading restriction messages"
test("pages that no extension may read say why, and what helps", async ({
  connected: _connected,
  server,
}) => {
  const folder = await mkdtemp(join(tmpdir(), "ensemble-closed-"));
  const file = join(folder, "lease.html");
  await writeFile(file, "<title>Lease</title><p>The rent is 900.</p>");
  const browser = await ExtensionBrowser.start();
  try {
    const panel = await browser.signIn(server.url, olivia);
    const chip = panel.locator("[data-page]");
    const tab = await browser.context.newPage();
    const readAt = async (address: string) => {
      await tab.bringToFront();
      // Where nothing answers, the browser shows its own page about that, a moment after the request has failed.
      await tab.goto(address).catch(() => tab.waitForURL(/^chrome-error:/));
      await panel.bringToFront();
      await panel.getByRole("button", { name: text("page_ask"), exact: true }).click();
      await expect(chip).toHaveAttribute("data-page", "closed");
    };
    const drop = () => chip.getByRole("button", { name: text("page_drop"), exact: true }).click();
    const allow = chip.getByRole("button", { name: text("page_allow_all"), exact: true });

    await readAt("chrome://version/");
    await expect(chip).toContainText(text("page_closed_by.browser"));
    await expect(allow).toHaveCount(0);
    await drop();

    await readAt("http://127.0.0.1:1/");
    await expect(chip).toContainText(text("page_closed_by.not_loaded"));
    await expect(chip.getByRole("button", { name: text("page_again"), exact: true })).toBeVisible();
    await drop();

    // Once all sites are allowed, nothing is offered any more that does not help.
    await panel.evaluate(() => {
      const { chrome } = globalThis as never as { chrome: { permissions: { contains: unknown } } };
      // The browser's own question cannot be pressed.
      chrome.permissions.contains = async () => true;
    });
    await readAt(pathToFileURL(file).href);
    await expect(chip).toHaveAttribute("data-page", "closed");
    await expect(allow).toHaveCount(0);
  } finally {
    await browser.stop();
    await rm(folder, { recursive: true });
  }
});
