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
const TASK_MAX_MS = 50;
/** Number of attempts of which the best counts: on a shared machine, caches make any of them slow. */
const ATTEMPTS = 3;
const SHIFT_MAX = 0.05;
/** Movement of words in the window that nobody notices, in pixels. */
const MOVED_MAX_PX = 3;

/** A page of 22,000 elements that notes what moves under its reader. */
const PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Log</title><h1>The log</h1><main id="log"></main><script>
const block = (at) => '<section><h3>Entry ' + at + '</h3><p>The keeper of tower ' + at + ' writes down <a href="#a">the weather</a> every evening before he goes to <b>bed</b>.</p></section>';
document.querySelector("#log").innerHTML = Array.from({ length: ${BLOCKS} }, (_, at) => block(at)).join("");
globalThis.shift = 0;
new PerformanceObserver((list) => {
  for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) shift += value;
}).observe({ type: "layout-shift" });
/** Jumps to an entry, and returns how far it and what is below it have moved since they were first drawn. */
globalThis.jumpTo = async (at) => {
  const log = document.querySelector("#log");
  const nextFrame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  const tops = () => seen.map((entry) => entry.getBoundingClientRect().top);
  log.children[at].scrollIntoView();
  await nextFrame();
  const seen = [...log.children].slice(at, at + 40).filter((entry) => entry.getBoundingClientRect().top < innerHeight);
  const first = tops();
  let moved = 0;
  let isTranslated = false;
  void whenTranslated("tower " + at + " writes").then(() => { isTranslated = true; });
  while (!isTranslated) {
    await nextFrame();
    tops().forEach((top, place) => { moved = Math.max(moved, Math.abs(top - first[place])); });
  }
  return moved;
};
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
  await chooseDefaultModel(connected, models.quoting);
  const browser = await ExtensionBrowser.start();
  const site = await Site.serve(PAGE);
  /** Shortest of the longest tasks of each attempt. */
  const longest: Record<string, number> = {};
  const during = async (page: Page, what: string, script: string, act: () => Promise<void>) => {
    const thread = await MainThread.trace(page);
    await act();
    const [task = 0] = await thread.longestTasks(script);
    longest[what] = Math.min(longest[what] ?? task, task);
  };
  const isSlow = () => Object.values(longest).some((task) => task >= TASK_MAX_MS);
  try {
    const panel = await browser.signIn(server.url, olivia);
    await browser.openTranslationSettings(panel);
    await choose(panel, translation("panel_target"), "German");
    const reader = await browser.openPanel();
    for (let attempt = 0; attempt === 0 || (attempt < ATTEMPTS && isSlow()); attempt += 1) {
      const { tab, layers } = await browser.openTab(`${site.url}/page`);
      await layers.waitFor("Ensemble");

      await during(tab, "start", "page-interface.js", async () => {
        await browser.say("commands.onCommand", "translate-page", await browser.tabOf(tab));
        if (attempt > 0) return;
        await layers.waitFor(overlay("receipt_send"));
      });
      await during(tab, "translation", "page-interface.js", async () => {
        if (attempt === 0) await layers.press(overlay("receipt_send"));
        await tab.evaluate(`whenTranslated("tower 5 writes")`);
      });
      await during(tab, "jump", "page-interface.js", async () => {
        // Translations take their places before what is jumped to is drawn.
        expect(await tab.evaluate(`jumpTo(${MIDDLE})`)).toBeLessThan(MOVED_MAX_PX);
      });
      // What one reads stays where it is, whatever is put in above and below.
      const top = `document.querySelector("#log").children[${MIDDLE}].getBoundingClientRect().top`;
      expect(Math.abs(Number(await tab.evaluate(top)))).toBeLessThan(MOVED_MAX_PX);
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

      await reader.reload();
      await tab.bringToFront();
      await during(tab, "reading", "read-page.js", async () => {
        await reader.getByRole("button", { name: extension("page_ask") }).click();
        await expect(reader.locator("[data-page=ready]")).toBeVisible({ timeout: 60_000 });
      });
      await tab.close();
    }
    for (const [what, task] of Object.entries(longest)) expect(task, what).toBeLessThan(TASK_MAX_MS);
  } finally {
    await browser.stop();
    site.stop();
  }
});
