import { readFileSync } from "node:fs";
import { join } from "node:path";
import { call } from "../harness/api.ts";
import { ExtensionBrowser, Site } from "../harness/extension.ts";
import { chooseDefaultModel, olivia } from "../harness/people.ts";
import { repository } from "../harness/program.ts";
import { expect, models, test } from "../harness/test.ts";
import { textsOf } from "../harness/texts.ts";

const text = textsOf("extension");
const page = textsOf("page");
const writing = textsOf("writing");
const HOSTILE = readFileSync(join(repository, "clients/e2e/corpus/hostile-page.html"), "utf8");

// spec §7: "Unrecognised events raise "Untrusted event"."
test("acts on marked text over a hostile page, and says first what leaves", async ({ connected, server }) => {
  await chooseDefaultModel(connected, models.echo);
  const browser = await ExtensionBrowser.start();
  const site = await Site.serve(HOSTILE);
  try {
    const panel = await browser.signIn(server.url, olivia);
    const { tab, layers } = await browser.openTab(`${site.url}/story`, { width: 1000, height: 700 });
    // Nothing runs in a page before somebody wants it.
    expect(await tab.locator("ensemble-layer").count()).toBe(0);
    await panel.bringToFront();
    await browser.runInPages(panel);

    await tab.bringToFront();
    await tab.locator("#story").click({ clickCount: 3 });
    await layers.waitFor(page("copy"));
    const actions = await call<{ items: { name: string; pinned: boolean; scene: string }[] }>(
      connected,
      "GET",
      "/api/prompts/actions",
    );
    const action = actions.items.find(({ pinned, scene }) => pinned && scene !== "composer");
    expect(action).toBeDefined();
    await layers.press(action?.name ?? "");

    // spec of the issue: "before the first send on a site, exactly what will leave"
    await layers.waitFor(page("receipt_send"));
    const receipt = await layers.text();
    expect(receipt).toContain("burns rapeseed oil");
    expect(receipt).toContain(server.url);
    expect(receipt).not.toContain("hunter2");
    await layers.press(page("receipt_keep"));
    await layers.waitFor(page("question"));
    const before = await call<{ items: unknown[] }>(connected, "GET", "/api/chat/conversations");
    expect(before.items).toHaveLength(0);

    // Typed into the page's own field, keys of the page would hear it.
    await layers.type("What burns?");
    await layers.press(page("send"));
    await layers.press(page("receipt_keep"));
    // Kept back, it is still in the field; the key of the quick panel leads back there.
    await layers.waitFor(page("question"));
    await expect.poll(() => layers.typed()).toBe("What burns?");
    await tab.locator("h1").click();
    await browser.say("commands.onCommand", "quick-panel", await browser.tabOf(tab));
    await layers.type(" Why?");
    await expect.poll(() => layers.typed()).toBe("What burns? Why?");
    // Another switch, elsewhere, takes nothing of it.
    await panel.bringToFront();
    await panel.getByRole("link", { name: text("settings_back") }).click();
    await panel.getByRole("link", { name: text("settings_avatar") }).click();
    const avatar = panel.getByRole("switch", { name: text("avatar_show"), exact: true });
    await avatar.click();
    await expect.poll(() => layers.find("Ensemble")).toBeNull();
    await avatar.click();
    await tab.bringToFront();
    await layers.waitFor("Ensemble");
    expect(await layers.typed()).toBe("What burns? Why?");
    await layers.press(page("send"));
    await layers.press(page("receipt_send"));
    await layers.waitFor(page("continue"));
    await expect.poll(() => layers.text()).toContain("What burns? Why?");
    expect(await tab.evaluate(() => (globalThis as never as { keys: string[] }).keys)).toEqual([]);
    await layers.press(page("close"));

    // In a field, the answer takes the place of what was marked. The site is known: no question.
    await tab.locator("#answer").click({ clickCount: 3 });
    await layers.press(page("ask"));
    await layers.type("Shorter");
    await tab.keyboard.press("Enter");
    // Before it does, the difference is shown; what is typed meanwhile is not written over.
    await layers.press(page("compare"));
    await layers.waitFor(page("replace"));
    const written = await tab.locator("#answer").inputValue();
    await tab.locator("#answer").fill(`${written} Later words.`);
    await layers.press(page("replace"));
    await expect.poll(() => layers.text()).toContain(writing("did_not_take"));
    await expect(tab.locator("#answer")).toHaveValue(`${written} Later words.`);
    await tab.locator("#answer").fill(written);
    await layers.press(page("replace"));
    await expect(tab.locator("#answer")).toHaveValue(/Shorter/);

    // The avatar opens its menu, and stays away from where it is not wanted.
    await layers.press("Ensemble");
    await layers.press(page("off_here", { host: "127.0.0.1" }));
    await expect.poll(() => layers.find("Ensemble")).toBeNull();
    await tab.reload();
    await tab.locator("#story").click({ clickCount: 3 });
    await layers.waitFor(page("copy"));
    expect(await layers.find("Ensemble")).toBeNull();
    expect(await tab.evaluate(() => (globalThis as never as { found: string[] }).found)).toEqual([]);

    await panel.bringToFront();
    await panel.getByRole("link", { name: text("settings_back") }).click();
    await panel.getByRole("link", { name: text("settings_avatar") }).click();
    await panel.getByRole("button", { name: text("show_again_on", { site: "127.0.0.1" }) }).click();
    await tab.bringToFront();
    await layers.waitFor("Ensemble");

    // What was asked is among the chats.
    await panel.bringToFront();
    await panel.getByRole("link", { name: text("tab_chats") }).click();
    await expect(panel.getByText("What burns?").first()).toBeVisible();

    // The panel is no page: what pages may ask is closed to it.
    const answer = await panel.evaluate(() =>
      (globalThis as never as { chrome: Chrome }).chrome.runtime.sendMessage({
        name: "page→background: hello",
      }),
    );
    expect(answer).toEqual({ refusal: { code: "untrusted", text: "Untrusted event" } });
  } finally {
    await browser.stop();
    site.stop();
  }
});

test("stands on the right side of a page from the right, in Arabic", async ({ connected, server }) => {
  await call(connected, "PATCH", "/api/accounts/settings", { locale: "ar" });
  const browser = await ExtensionBrowser.start({ dark: true, locale: "ar" });
  const site = await Site.serve(
    `<!doctype html><html lang="ar" dir="rtl"><title>المنارة</title><p id="story">كانت المنارة قديمة جدًا.</p>`,
  );
  const arabic = textsOf("page", "ar");
  try {
    const panel = await browser.signIn(server.url, olivia);
    await expect(panel.locator("html")).toHaveAttribute("dir", "rtl");
    await browser.runInPages(panel, "ar");
    const { tab, layers } = await browser.openTab(site.url, { width: 390, height: 700 });
    const avatar = await layers.waitFor("Ensemble");
    expect(avatar.x).toBeLessThan(100);
    await tab.locator("#story").click({ clickCount: 3 });
    await layers.press(arabic("more"));
    const item = await layers.waitFor(arabic("off_everywhere"));
    expect(item.x).toBeGreaterThanOrEqual(0);
    expect(item.x + item.width).toBeLessThanOrEqual(390);
    await layers.press(arabic("off_everywhere"));
    await expect.poll(() => layers.find(arabic("copy"))).toBeNull();
    await tab.locator("#story").click({ clickCount: 3 });
    await layers.waitFor("Ensemble");
    expect(await layers.find(arabic("copy"))).toBeNull();
  } finally {
    await browser.stop();
    site.stop();
  }
});

interface Chrome {
  runtime: { sendMessage(message: unknown): Promise<unknown> };
}
