import { readFileSync } from "node:fs";
import { join } from "node:path";
import { choose, ExtensionBrowser, Site } from "../harness/extension.ts";
import { chooseDefaultModel, olivia } from "../harness/people.ts";
import { repository } from "../harness/program.ts";
import { expect, models, test } from "../harness/test.ts";
import { textsOf } from "../harness/texts.ts";

const page = textsOf("page");
const writing = textsOf("writing");
const translation = textsOf("translation");

/** Returns a page as people have it, with what makes it hard. */
const corpus = (name: string) =>
  readFileSync(join(repository, `clients/e2e/corpus/gallery/${name}.html`), "utf8");

const WORDS =
  "The keeper writes down the weather every evening before he goes to bed and locks the heavy door.";
const FIELD = `<textarea id="field" style="width:400px;height:90px">typed words</textarea>`;

const ZOOMED = `<!doctype html><html lang="en" style="zoom:1.5"><meta charset="utf-8"><title>Zoom</title><p>${WORDS}</p>${FIELD}</html>`;
const SCALED = `<!doctype html><html lang="en" style="transform:scale(.8);transform-origin:0 0"><meta charset="utf-8"><title>Scale</title><p>${WORDS}</p>${FIELD}</html>`;

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

const overlap = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width && a.x + a.width > b.x && a.y < b.y + b.height && a.y + a.height > b.y;

test("stands beside, above and within the pages that people have", async ({ connected, server }) => {
  expect(connected).toBeDefined();
  const browser = await ExtensionBrowser.start();
  const sites = await Promise.all(
    [corpus("fields"), corpus("keys"), ZOOMED, SCALED].map((html) => Site.serve(html)),
  );
  const [gallery, keys, zoomed, scaled] = sites.map(({ url }) => `${url}/page`) as [
    string,
    string,
    string,
    string,
  ];
  try {
    const panel = await browser.signIn(server.url, olivia);
    await browser.runInPages(panel);
    const helper = writing("label");

    // The pen leaves the page's own button free, and no field for a card or code has one.
    const first = await browser.openTab(gallery);
    await first.tab.locator("#message").click({ position: { x: 20, y: 20 } });
    const pen = await first.layers.waitFor(helper);
    const send = (await first.tab.locator("#send").boundingBox()) as Box;
    expect(overlap(pen, send)).toBe(false);
    for (const field of ["#card", "#code"]) {
      await first.tab.locator(field).click();
      await expect.poll(() => first.layers.find(helper), { message: field }).toBeNull();
    }
    // It is pressed in a dialog of a shadow root as well.
    await first.tab.evaluate("inShadow().querySelector('dialog').showModal()");
    await first.tab.locator("x-dialog textarea").click();
    await first.layers.press(helper);
    await first.layers.waitFor(writing("grammar"));

    // The page's shortcuts and its focus trap take nothing of what is typed over it.
    const second = await browser.openTab(keys);
    await second.tab.locator("#words").click({ clickCount: 3 });
    await second.layers.waitFor(page("copy"));
    await browser.say("commands.onCommand", "quick-panel", await browser.tabOf(second.tab));
    await second.layers.type("kjf / ok");
    await expect.poll(() => second.layers.typed()).toBe("kjf / ok");
    expect(await second.tab.evaluate("hits")).toEqual([]);
    await second.tab.keyboard.press("Escape");
    await second.tab.evaluate("setTrap()");
    await browser.say("commands.onCommand", "quick-panel", await browser.tabOf(second.tab));
    await second.layers.type("trapped");
    await expect.poll(() => second.layers.typed()).toBe("trapped");

    // On pages that draw themselves larger or smaller, the pen stands in its field.
    for (const address of [zoomed, scaled]) {
      const { tab, layers } = await browser.openTab(address);
      await tab.locator("#field").click({ position: { x: 20, y: 20 } });
      const box = await layers.waitFor(helper);
      const field = (await tab.locator("#field").boundingBox()) as Box;
      expect(overlap(box, field), address).toBe(true);
      expect(box.width).toBeLessThan(40);
    }
  } finally {
    await Promise.all(sites.map((site) => site.stop()));
    await browser.stop();
  }
});

test("translates frames, tabs and clamped cards of a page once each", async ({ connected, server }) => {
  await chooseDefaultModel(connected, models.quoting);
  const browser = await ExtensionBrowser.start();
  const frame = await Site.serve(
    `<!doctype html><html lang="en"><title>Frame</title><main><p id="inside">${WORDS} In the frame.</p></main></html>`,
  );
  const site = await Site.serve(corpus("translation").replace("FRAME", `${frame.url}/frame`));
  try {
    const panel = await browser.signIn(server.url, olivia);
    await browser.openTranslationSettings(panel);
    await choose(panel, translation("panel_target"), "German");
    const { tab, layers } = await browser.openTab(`${site.url}/page`);
    await browser.say("commands.onCommand", "translate-page", await browser.tabOf(tab));
    await layers.press(page("receipt_send"));
    const shown = tab.locator("ensemble-translation[data-state=translated]");
    await expect(shown.filter({ hasText: "Please answer this." })).toHaveCount(2);
    const onCard = shown.filter({ hasText: "on a card" });
    await expect(onCard).toBeVisible();
    await expect(tab.locator("#card").filter({ has: onCard })).toHaveCount(0);
    await tab.getByRole("button", { name: "More" }).click();
    await expect(shown.filter({ hasText: "came later" })).toBeVisible();
    const inFrame = tab.frameLocator("#other").locator("ensemble-translation[data-state=translated]");
    await expect(inFrame.filter({ hasText: "In the frame" })).toBeVisible();
    const written = tab.frameLocator("#written").locator("ensemble-translation[data-state=translated]");
    await expect(written.filter({ hasText: "in a written frame" })).toBeVisible();
    await browser.say("commands.onCommand", "translate-page", await browser.tabOf(tab));
    await expect(tab.locator("ensemble-translation")).toHaveCount(0);
    await expect(tab.frameLocator("#other").locator("ensemble-translation")).toHaveCount(0);
  } finally {
    await browser.stop();
    for (const one of [site, frame]) one.stop();
  }
});
