import type { Page } from "@playwright/test";
import { choose, ExtensionBrowser, Site } from "../harness/extension.ts";
import { MainThread } from "../harness/main-thread.ts";
import { chooseDefaultModel, olivia } from "../harness/people.ts";
import { expect, models, test } from "../harness/test.ts";
import { textsOf } from "../harness/texts.ts";

const overlay = textsOf("page");
const extension = textsOf("extension");
const translation = textsOf("translation");

/** Blocks of the page, each of five elements. */
const BLOCKS = 4_400;
const MIDDLE = BLOCKS / 2;
/** Longest task in milliseconds of processor time. Slices end after 8; the rest is the page's own layout. */
const TASK_MAX_MS = 150;
const SHIFT_MAX = 0.05;

/** A page of 22,000 elements that notes what moves under its reader. */
const PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Log</title><h1>The log</h1><main id="log"></main><script>
const block = (at) => '<section><h3>Entry ' + at + '</h3><p>The keeper of tower ' + at + ' writes down <a href="#a">the weather</a> every evening before he goes to <b>bed</b>.</p></section>';
document.querySelector("#log").innerHTML = Array.from({ length: ${BLOCKS} }, (_, at) => block(at)).join("");
globalThis.shift = 0;
new PerformanceObserver((list) => {
  for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) shift += value;
}).observe({ type: "layout-shift" });
const translations = () => [...document.querySelectorAll("ensemble-translation")];
/** Waits until a text is translated, and nothing more is being translated. */
globalThis.whenTranslated = (words) => new Promise((done) => {
  const look = setInterval(() => {
    if (!translations().some(({ textContent }) => textContent.includes(words))) return;
    if (translations().some(({ dataset }) => dataset.state !== "translated")) return;
    clearInterval(look);
    done();
  }, 100);
});
</script></html>`;

test("reads and translates a page of 22,000 elements without blocking or moving it", async ({
  connected,
  server,
}) => {
  test.setTimeout(180_000);
  await chooseDefaultModel(connected, models.quoting);
  const browser = await ExtensionBrowser.start();
  const site = await Site.serve(PAGE);
  const longest: Record<string, number[]> = {};
  const during = async (page: Page, what: string, script: string, act: () => Promise<void>) => {
    const thread = await MainThread.trace(page);
    await act();
    longest[what] = await thread.longestTasks(script);
  };
  try {
    const panel = await browser.signIn(server.url, olivia);
    await browser.openTranslationSettings(panel);
    await choose(panel, translation("panel_target"), "German");
    const { tab, layers } = await browser.openTab(`${site.url}/page`);
    await layers.waitFor("Ensemble");

    await during(tab, "receipt", "page-interface.js", async () => {
      await browser.say("commands.onCommand", "translate-page", await browser.tabOf(tab));
      await layers.waitFor(overlay("receipt_send"));
    });
    await during(tab, "translation", "page-interface.js", async () => {
      await layers.press(overlay("receipt_send"));
      await tab.evaluate(`whenTranslated("tower 5 writes")`);
    });
    const middle = `document.querySelector("#log").children[${MIDDLE}]`;
    await during(tab, "jump", "page-interface.js", async () => {
      await tab.evaluate(`${middle}.scrollIntoView()`);
      await tab.evaluate(`whenTranslated("tower ${MIDDLE} writes")`);
    });
    // What one reads stays where it is, whatever is put in above and below.
    expect(Math.abs(Number(await tab.evaluate(`${middle}.getBoundingClientRect().top`)))).toBeLessThan(3);
    await tab.evaluate("shift = 0");
    await during(tab, "scrolling up", "page-interface.js", async () => {
      await tab.mouse.move(400, 400);
      for (let step = 0; step < 12; step += 1) {
        await tab.mouse.wheel(0, -250);
        await tab.evaluate(`whenTranslated("tower ${MIDDLE} writes")`);
      }
    });
    expect(Number(await tab.evaluate("shift"))).toBeLessThan(SHIFT_MAX);
    await browser.say("commands.onCommand", "translate-page", await browser.tabOf(tab));
    await expect(tab.locator("ensemble-translation")).toHaveCount(0);

    const reader = await browser.openPanel();
    await tab.bringToFront();
    await during(tab, "reading", "read-page.js", async () => {
      await reader.getByRole("button", { name: extension("page_ask") }).click();
      await expect(reader.locator("[data-page=ready]")).toBeVisible({ timeout: 60_000 });
    });
    for (const [what, [task]] of Object.entries(longest)) expect(task, what).toBeLessThan(TASK_MAX_MS);
  } finally {
    await browser.stop();
    site.stop();
  }
});
