import { ExtensionBrowser, Site } from "../harness/extension.ts";
import { chooseDefaultModel, olivia } from "../harness/people.ts";
import { expect, models, test } from "../harness/test.ts";
import { textsOf } from "../harness/texts.ts";

const page = textsOf("page");
const writing = textsOf("writing");
const extension = textsOf("extension");
const translation = textsOf("translation");

const WORDS =
  "The keeper writes down the weather every evening before he goes to bed and locks the heavy door.";
const FIELD = `<textarea id="field" style="width:400px;height:90px">typed words</textarea>`;

/** Pages as people have them, each with what makes it hard. */
const GALLERY = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Gallery</title>
<style>dialog, [role=dialog] { width: 500px } #chat { position: relative; width: 500px }</style>
<p id="words">${WORDS}</p>
<div id="chat"><textarea id="message" style="width:500px;height:60px;box-sizing:border-box"></textarea>
<button id="send" style="position:absolute;right:8px;bottom:8px;width:32px;height:32px">➤</button></div>
<input id="card" placeholder="Kartennummer" style="width:300px;height:30px">
<textarea id="code" spellcheck="false" style="width:400px;height:60px;font-family:monospace">def lamp():</textarea>
<x-dialog></x-dialog>
<script>
customElements.define("x-dialog", class extends HTMLElement {
  connectedCallback() {
    this.attachShadow({ mode: "open" }).innerHTML = '<dialog>${FIELD}</dialog>';
  }
});
globalThis.inShadow = () => document.querySelector("x-dialog").shadowRoot;
</script></html>`;

const KEYS = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Keys</title><p id="words">${WORDS}</p>
<div id="trap" role="dialog" hidden><p id="inner">${WORDS}</p><button id="ok">OK</button></div>
<script>
globalThis.hits = [];
document.addEventListener("keydown", (event) => {
  if (/^(INPUT|TEXTAREA)$/.test(event.target.tagName) || event.target.isContentEditable) return;
  if ("fkj /".includes(event.key)) { hits.push(event.key); event.preventDefault(); }
}, true);
globalThis.setTrap = () => {
  trap.hidden = false;
  ok.focus();
  document.addEventListener("focusin", (event) => {
    if (!trap.contains(event.target)) { event.stopImmediatePropagation(); ok.focus(); }
  }, true);
};
</script></html>`;

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
  test.slow();
  const browser = await ExtensionBrowser.start();
  const sites = await Promise.all([GALLERY, KEYS, ZOOMED, SCALED].map((html) => Site.serve(html)));
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
  test.slow();
  await chooseDefaultModel(connected, models.quoting);
  const browser = await ExtensionBrowser.start();
  const frame = await Site.serve(
    `<!doctype html><html lang="en"><title>Frame</title><main><p id="inside">${WORDS} In the frame.</p></main></html>`,
  );
  const site = await Site.serve(`<!doctype html><html lang="en"><meta charset="utf-8"><title>Page</title>
<style>.pane { display: none } .pane.active { display: block }</style><main><h1>The tower</h1>
<p>${WORDS}</p><p class="same">Please answer this.</p><p class="same">Please answer this.</p>
<div style="width:300px"><p id="card" style="display:-webkit-box;-webkit-line-clamp:2;-webkit-box-orient:vertical;overflow:hidden">${WORDS} It is on a card.</p></div>
<button onclick="pane.classList.add('active')">More</button><div id="pane" class="pane"><p>${WORDS} It came later.</p></div>
<iframe src="${frame.url}/frame" width="700" height="200"></iframe></main></html>`);
  try {
    const panel = await browser.signIn(server.url, olivia);
    await browser.runInPages(panel);
    await panel.getByRole("link", { name: extension("settings_back") }).click();
    await panel.getByRole("link", { name: extension("settings_translation"), exact: true }).click();
    await panel.getByRole("combobox", { name: translation("panel_target") }).click();
    await panel.getByRole("option", { name: "German", exact: true }).click();
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
    const inFrame = tab.frameLocator("iframe").locator("ensemble-translation[data-state=translated]");
    await expect(inFrame.filter({ hasText: "In the frame" })).toBeVisible();
    await browser.say("commands.onCommand", "translate-page", await browser.tabOf(tab));
    await expect(tab.locator("ensemble-translation")).toHaveCount(0);
    await expect(tab.frameLocator("iframe").locator("ensemble-translation")).toHaveCount(0);
  } finally {
    await browser.stop();
    for (const one of [site, frame]) one.stop();
  }
});
