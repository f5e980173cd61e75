import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { call } from "../harness/api.ts";
import { choose, ExtensionBrowser, Site } from "../harness/extension.ts";
import { chooseDefaultModel, olivia } from "../harness/people.ts";
import { repository } from "../harness/program.ts";
import { Requests } from "../harness/requests.ts";
import { expect, models, test } from "../harness/test.ts";
import { textsOf } from "../harness/texts.ts";

const text = textsOf("translation");
const page = textsOf("page");
const served = (name: string, folder = "pages") =>
  Site.serve(readFileSync(join(repository, `clients/e2e/corpus/${folder}/${name}.html`), "utf8"));

/**
 * Saved pages of real software (`corpus/sites`), with the elements around their content that no markup
 * identifies.
 */
const SAVED = {
  news: "header",
  docs: ".toc-drawer",
  forum: ".controls-link-wrapper, .topic-actions-block, form",
  feed: "[role=complementary]",
  "right-to-left": ".md-sidebar",
} as const;

const PLACES = "ensemble-translation";
const shown = (tab: Page, of: string) => tab.locator(`${PLACES}[data-state="translated"]`, { hasText: of });

test("translates pages under their paragraphs, and gives them back as they were", async ({
  connected,
  server,
}) => {
  await chooseDefaultModel(connected, models.quoting);
  const browser = await ExtensionBrowser.start();
  const names = ["news", "docs", "forum", "feed", "right-to-left"] as const;
  const sites = Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await served(name)] as const)),
  ) as Record<(typeof names)[number], Site>;
  const saved: Site[] = [];
  try {
    const panel = await browser.signIn(server.url, olivia);
    await browser.openTranslationSettings(panel);
    await choose(panel, text("panel_target"), "German");
    await choose(panel, text("panel_look"), text("panel_look_bar"));
    const tab = await browser.context.newPage();
    const requests = await Requests.watch(browser);
    for (const one of [panel, tab]) requests.listenTo(one);
    await tab.setViewportSize({ width: 1000, height: 900 });
    const layers = browser.layersOf(tab);
    const translate = async () => {
      await press(panel, text("menu_page"));
      await tab.bringToFront();
    };
    const open = async (name: (typeof names)[number]) => {
      await tab.goto(sites[name].url);
      await translate();
    };

    // A newspaper. Kept back, nothing has left, and the page is as it was.
    await tab.goto(sites.news.url);
    const before = await tab.evaluate(() => document.body.innerHTML);
    await translate();
    await layers.waitFor(page("receipt_send"));
    expect(await layers.text()).toContain("rapeseed oil on Sundays");
    expect(await layers.text()).not.toContain("Ferry runs every hour");
    await layers.press(page("receipt_keep"));
    await expect(tab.locator(PLACES)).toHaveCount(0);
    expect(await used(connected)).toBe(0);
    await translate();
    await layers.press(page("receipt_send"));
    await expect(shown(tab, "«What happens next»")).toBeVisible();
    const vote = shown(tab, "«The vote was close");
    await expect(vote.locator("a")).toHaveAttribute("href", "/local/2026/minutes");
    await expect(vote.locator("strong")).toHaveText("close");
    await expect(tab.locator("aside").locator(PLACES)).toHaveCount(0);
    await expect(tab.locator("li").filter({ hasText: "LED" }).locator(PLACES)).toHaveText(/^«.*»$/);
    await tab.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await expect(shown(tab, "«The keeper's house opens to visitors»").locator("a")).toBeVisible();
    await expect.poll(() => layers.text()).toContain("paragraphs translated");
    await layers.press(text("show_original"));
    await expect(tab.locator(PLACES)).toHaveCount(0);
    expect(await tab.evaluate(() => document.body.innerHTML)).toBe(before);

    // What was translated once is in the memory: nothing is paid again.
    const paid = await used(connected);
    expect(paid).toBeGreaterThan(0);
    await open("news");
    await expect(shown(tab, "«What happens next»")).toBeVisible();
    expect(await used(connected)).toBe(paid);

    // Documentation: code is what it was.
    await open("docs");
    const set = shown(tab, "«Set lamp.turns in beacon.toml");
    await expect(set.locator("code")).toHaveText(["lamp.turns", "beacon.toml", "start()"]);
    await expect(tab.locator("pre").locator(PLACES)).toHaveCount(0);
    await expect(tab.locator("td").filter({ hasText: "How often" }).locator(PLACES)).toBeVisible();

    // A forum: who writes German already is left alone, and so is the draft.
    await open("forum");
    await expect(shown(tab, "«I have a lens of the third order")).toBeVisible();
    await expect(shown(tab, "«Is it safe to use vinegar, or does")).toBeVisible();
    await expect.poll(() => layers.text()).toContain("paragraphs translated");
    await expect(tab.locator("td[lang=de]").locator(PLACES)).toHaveCount(0);
    await expect(tab.locator("textarea")).toHaveValue("A draft that is nobody's business");

    // A feed: what comes and what changes later is translated too.
    await open("feed");
    await expect(shown(tab, "«The ferry is late again")).toBeVisible();
    await tab.evaluate(() => (globalThis as never as Feed).more("The last boat leaves at nine tonight."));
    const last = tab.locator("article").last();
    await last.scrollIntoViewIfNeeded();
    await expect(last.locator(PLACES)).toContainText("«The last boat leaves at nine tonight.");
    await tab.evaluate(() => (globalThis as never as Feed).edit("The ferry has just arrived, hurray."));
    await tab.evaluate(() => scrollTo(0, 0));
    const first = tab.locator("article").first();
    await expect(first.locator(PLACES)).toContainText("«The ferry has just arrived, hurray.");
    await expect(first.locator(PLACES)).toHaveCount(1);

    // From right to left.
    await open("right-to-left");
    const keeper = shown(tab, "يكتب الحارس");
    await expect(keeper.locator("code")).toHaveText("lamp --on");
    await expect(keeper.locator("a")).toHaveAttribute("href", "/keeper");

    // Pages as software makes them: what is around stays, links lead where they led, and nothing is left behind.
    const key = async () => browser.say("commands.onCommand", "translate-page", await browser.tabOf(tab));
    await tab.setViewportSize({ width: 1000, height: 5_000 });
    for (const [name, around] of Object.entries(SAVED)) {
      const site = await served(name, "sites");
      saved.push(site);
      await tab.goto(site.url);
      const original = await tab.evaluate(readBody);
      await key();
      await expect.poll(() => layers.text(), { message: name }).toContain("paragraphs translated");
      const { count, links, pre } = await tab.evaluate(readTranslations);
      expect(count, name).toBeGreaterThan(3);
      expect(links, `${name}: links that lead elsewhere`).toEqual([]);
      expect(pre, name).toEqual(original.pre);
      for (const part of ["nav", "aside", "footer", "pre", "form", around])
        await expect(tab.locator(`:is(${part}) ${PLACES}`), `${name}: ${part}`).toHaveCount(0);
      await key();
      await expect(tab.locator(PLACES)).toHaveCount(0);
      expect(await tab.evaluate(readBody), name).toEqual(original);
    }
    await tab.setViewportSize({ width: 1000, height: 900 });

    // A broken answer: what was there counts, the rest says so where it belongs, and can be tried again.
    await chooseDefaultModel(connected, models.quotingOnceBroken);
    await panel.bringToFront();
    await press(panel, text("memory_forget"));
    await expect(panel.getByText(text("memory_count_other", { number: "0" }))).toBeVisible();
    await open("news");
    await expect(tab.locator(`${PLACES}[data-state="failed"]`).first()).toBeVisible();
    await expect(shown(tab, "«Local»")).toBeVisible();
    // By itself, and all of them at once.
    const failed = tab.locator(`${PLACES}[data-state="failed"]`);
    await expect(tab.locator(`${PLACES}[data-state="translating"]`)).toHaveCount(0);
    const wrong = await failed.count();
    expect(wrong).toBeGreaterThan(1);
    await failed.first().scrollIntoViewIfNeeded();
    await layers.press(text("retry"), PLACES);
    await expect(failed).toHaveCount(wrong - 1);
    await layers.press(text("retry"));
    await expect(shown(tab, "«Repairs begin in March.»")).toBeVisible();
    await expect(failed).toHaveCount(0);

    // Only the worker talks to the network, and to one server.
    expect(requests.of(panel)).toEqual([]);
    expect(requests.ofWorker()).toEqual([new URL(server.url).origin]);
    const visited = [...Object.values(sites), ...saved].map(({ url }) => new URL(url).origin);
    expect(requests.of(tab)).toEqual(visited.sort());
  } finally {
    await browser.stop();
    for (const site of [...Object.values(sites), ...saved]) site.stop();
  }
});

test("translates the paragraph that is pointed at, and what is written in a field", async ({
  connected,
  server,
}) => {
  await chooseDefaultModel(connected, models.quoting);
  const browser = await ExtensionBrowser.start();
  const site = await Site.serve(
    `<!doctype html><html lang="en"><title>Arden</title><p id="one">The keeper writes down <b>the weather</b>.</p><p id="two">Nobody asked.</p><textarea id="field"></textarea><input type="password" id="secret">`,
  );
  try {
    const panel = await browser.signIn(server.url, olivia);
    await browser.openTranslationSettings(panel);
    await choose(panel, text("panel_target"), "German");
    await choose(panel, text("panel_hover"), "Ctrl");
    await panel.getByRole("switch", { name: text("panel_input"), exact: true }).click();
    await choose(panel, text("panel_input_target"), "French");

    // A word of the person's own, for German.
    await panel.getByRole("button", { name: text("term_new") }).click();
    const dialog = panel.getByRole("dialog");
    await dialog.getByRole("button", { name: text("save") }).click();
    await expect(dialog).toContainText("The original text is required");
    await dialog.getByLabel(text("term_original")).fill("weather");
    await dialog.getByLabel(text("term_translation"), { exact: true }).fill("Witterung");
    await choose(panel, text("term_target"), "German");
    await dialog.getByRole("button", { name: text("save") }).click();
    await expect(panel.getByText("Witterung")).toBeVisible();

    const tab = await browser.context.newPage();
    await tab.goto(site.url);
    const layers = browser.layersOf(tab);
    await tab.locator("#one").hover();
    await tab.keyboard.press("Control");
    await layers.waitFor(page("receipt_send"));
    expect(await layers.text()).toContain("The keeper writes down");
    expect(await layers.text()).not.toContain("Nobody asked");
    await layers.press(page("receipt_send"));
    await expect(shown(tab, "«The keeper writes down the Witterung.»")).toBeVisible();
    await expect(tab.locator(PLACES)).toHaveCount(1);
    await tab.locator("#one").hover();
    await tab.keyboard.press("Control");
    await expect(tab.locator(PLACES)).toHaveCount(0);

    // With the whole page, no paragraph is there twice.
    await tab.locator("#one").hover();
    await tab.keyboard.press("Control");
    await expect(shown(tab, "«The keeper writes down the Witterung.»")).toBeVisible();
    await press(panel, text("menu_page"));
    await tab.bringToFront();
    await expect(shown(tab, "«Nobody asked.»")).toBeVisible();
    await expect(shown(tab, "«The keeper writes down the Witterung.»")).toHaveCount(1);
    await tab.locator("#one").hover();
    await tab.keyboard.press("Control");
    await layers.press(text("show_original"));
    await expect(tab.locator(PLACES)).toHaveCount(0);

    await tab.locator("#field").click();
    await tab.keyboard.type("Bad weather at the pier   ");
    // The word is for German; here it is French.
    await expect(tab.locator("#field")).toHaveValue("«Bad weather at the pier»");
    await tab.keyboard.press("Control+z");
    await expect(tab.locator("#field")).toHaveValue(/^Bad weather at the pier/);
    await tab.locator("#secret").click();
    await tab.keyboard.type("hunter2   ");
    await expect(tab.locator("#secret")).toHaveValue("hunter2   ");
  } finally {
    await browser.stop();
    site.stop();
  }
});

const readBody = () => ({
  html: document.body.innerHTML,
  pre: [...document.querySelectorAll("pre")].map((one) => one.outerHTML),
});

/** Reads the translations of a page: their number, and links that lead elsewhere than the paragraph's. */
function readTranslations(): { count: number; links: string[]; pre: string[] } {
  const places = [...document.querySelectorAll("ensemble-translation")];
  const links = places.flatMap((place) => {
    const own = [...(place.parentElement?.querySelectorAll("a") ?? []), place.closest("a")];
    const led = own.filter((link) => link && !link.closest("ensemble-translation"));
    const known = new Set(led.map((link) => link?.getAttribute("href")));
    const copies = [...place.querySelectorAll("a")].map((link) => link.getAttribute("href"));
    return copies.filter((href) => !known.has(href)).map(String);
  });
  return {
    count: places.length,
    links,
    pre: [...document.querySelectorAll("pre")].map((one) => one.outerHTML),
  };
}

interface Feed {
  more(text: string): void;
  edit(text: string): void;
}

/** Returns the number of charged queries. */
async function used(page: Page): Promise<number> {
  const { meters } = await call<{ meters: { meter: string; used: number }[] }>(
    page,
    "GET",
    "/api/billing/usage",
  );
  return meters.find(({ meter }) => meter === "standard_query")?.used ?? 0;
}

async function press(panel: Page, name: string): Promise<void> {
  await panel.bringToFront();
  await panel.getByRole("button", { name, exact: true }).click();
}
