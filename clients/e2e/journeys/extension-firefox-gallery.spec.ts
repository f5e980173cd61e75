import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Site } from "../harness/extension.ts";
import { FirefoxBrowser } from "../harness/firefox.ts";
import { chooseDefaultModel, olivia } from "../harness/people.ts";
import { repository } from "../harness/program.ts";
import { expect, models, test } from "../harness/test.ts";
import { textsOf } from "../harness/texts.ts";

const overlay = textsOf("page");
const writing = textsOf("writing");
const helper = writing("label");
const SAID = "We meet on Friday at ten.";
const corpus = (name: string) =>
  readFileSync(join(repository, `clients/e2e/corpus/gallery/${name}.html`), "utf8");

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

test("stands beside, above and within the pages that people have in Firefox", async ({
  connected,
  server,
}) => {
  await chooseDefaultModel(connected, models.writer);
  const firefox = await FirefoxBrowser.start();
  const sites = await Promise.all(["fields", "keys"].map((name) => Site.serve(corpus(name))));
  const [fields, keys] = sites.map(({ url }) => url) as [string, string];
  try {
    const panel = await firefox.signIn(server.url, olivia);
    await firefox.runInPages(panel);
    const page = await firefox.open(fields);
    await firefox.tabAt(fields);
    const find = (name: string, at = fields) =>
      firefox.lookAtLayers(panel, at, name) as Promise<{ x: number; y: number } | null>;
    const shown = (at = fields) => firefox.lookAtLayers(panel, at, null).then(String);
    const boxOf = async (selector: string): Promise<Box> =>
      JSON.parse(
        String(
          await firefox.ask(
            page,
            `JSON.stringify(document.querySelector(${JSON.stringify(selector)}).getBoundingClientRect())`,
          ),
        ),
      ) as Box;
    const goTo = async (selector: string) => firefox.pressAt(page, await firefox.placeOf(page, selector));
    const isIn = ({ x, y }: { x: number; y: number }, box: Box) =>
      x > box.x && x < box.x + box.width && y > box.y && y < box.y + box.height;
    const penIn = async (selector: string) => {
      await expect.poll(() => find(helper), { message: selector }).not.toBeNull();
      const pen = await find(helper);
      return pen !== null && isIn(pen, await boxOf(selector));
    };

    // The pen leaves the page's own button free, and no field for a card or code has one.
    await expect.poll(() => find("Ensemble")).not.toBeNull();
    await goTo("#message");
    expect(await penIn("#message")).toBe(true);
    expect(await penIn("#send")).toBe(false);
    for (const field of ["#card", "#code"]) {
      await goTo(field);
      await expect.poll(() => find(helper), { message: field }).toBeNull();
    }

    // An editor in a frame of the page is written as the others are.
    await goTo("#frame");
    expect(await penIn("#frame")).toBe(true);
    await firefox.pressInLayer(panel, page, fields, helper);
    await firefox.pressInLayer(panel, page, fields, writing("improve"));
    await firefox.pressInLayer(panel, page, fields, writing("improve_confident"));
    await firefox.pressInLayer(panel, page, fields, overlay("receipt_send"));
    await firefox.pressInLayer(panel, page, fields, writing("replace"));
    const inFrame = () =>
      firefox.ask(page, `document.querySelector("#frame").contentDocument.body.innerText.trim()`);
    await expect.poll(inFrame).toBe(SAID);
    await expect.poll(() => shown()).not.toContain(SAID);
    await firefox.control(page, "z");
    await expect.poll(inFrame).toContain("Are we to meet?");

    // In a dialog of a shadow root the pen can be pressed.
    await firefox.ask(page, `inShadow().querySelector("dialog").showModal()`);
    await firefox.ask(page, `inShadow().querySelector("textarea").focus()`);
    await firefox.pressInLayer(panel, page, fields, helper);
    await expect.poll(() => find(writing("grammar"))).not.toBeNull();

    // The page's shortcuts and its focus trap take nothing of what is typed over it.
    await firefox.go(page, keys);
    await expect.poll(() => find("Ensemble", keys)).not.toBeNull();
    const typed = () =>
      firefox.ask(
        panel,
        `(async () => {
          const tab = (await browser.tabs.query({})).find((one) => one.url?.startsWith(${JSON.stringify(keys)}));
          const [done] = await browser.scripting.executeScript({ target: { tabId: tab.id }, func: () =>
            [...document.querySelectorAll("ensemble-layer")].flatMap((host) => [...host.openOrClosedShadowRoot.querySelectorAll("textarea")]).map(({ value }) => value).join("") });
          return done.result;
        })()`,
      );
    for (const trap of [false, true]) {
      if (trap) await firefox.ask(page, "setTrap()");
      await firefox.pressKey("Q");
      await expect.poll(() => find(overlay("question"), keys)).not.toBeNull();
      await firefox.type(page, "kjf / ok");
      await expect.poll(typed, { message: `with a trap: ${trap}` }).toBe("kjf / ok");
      expect(await firefox.ask(page, "JSON.stringify(hits)")).toBe("[]");
      await firefox.type(page, "\uE00C");
      await expect.poll(() => find(overlay("question"), keys)).toBeNull();
    }
  } finally {
    await firefox.stop();
    for (const site of sites) site.stop();
  }
});

test("translates frames, tabs and clamped cards of a page once each in Firefox", async ({
  connected,
  server,
}) => {
  await chooseDefaultModel(connected, models.quoting);
  const firefox = await FirefoxBrowser.start();
  const frame = await Site.serve(
    `<!doctype html><html lang="en"><title>Frame</title><main><p>The keeper writes down the weather every evening in the frame.</p></main></html>`,
  );
  const site = await Site.serve(corpus("translation").replace("FRAME", `${frame.url}/frame`));
  try {
    const panel = await firefox.signIn(server.url, olivia);
    await firefox.runInPages(panel);
    await firefox.chooseTranslation(panel, { target: "de" });
    const page = await firefox.open(site.url);
    await firefox.tabAt(site.url);
    await expect.poll(() => firefox.lookAtLayers(panel, site.url, "Ensemble")).not.toBeNull();
    await firefox.pressKey("L");
    await firefox.pressInLayer(panel, page, site.url, overlay("receipt_send"));
    const count = (words: string, within = "") =>
      firefox.ask(
        page,
        `[...document.querySelectorAll(${JSON.stringify(`${within} ensemble-translation[data-state=translated]`)})].filter((one) => one.textContent.includes(${JSON.stringify(words)}) && one.checkVisibility()).length`,
      );
    await expect.poll(() => count("Please answer this.")).toBe(2);
    await expect.poll(() => count("on a card")).toBe(1);
    await expect.poll(() => count("on a card", "#card")).toBe(0);
    await firefox.ask(page, `document.querySelector("button").click()`);
    await expect.poll(() => count("came later")).toBe(1);
    // One frame is another site's: only a script of the extension sees into it. The page wrote the other.
    const inFrame = () =>
      firefox.ask(
        panel,
        `(async () => {
          const tab = (await browser.tabs.query({})).find((one) => one.url?.startsWith(${JSON.stringify(site.url)}));
          const all = await browser.scripting.executeScript({ target: { tabId: tab.id, allFrames: true }, func: () =>
            window.top === window ? 0 : document.querySelectorAll("ensemble-translation[data-state=translated]").length });
          return all.reduce((sum, { result }) => sum + result, 0);
        })()`,
      );
    await expect.poll(inFrame).toBe(2);
    await firefox.pressKey("L");
    await expect
      .poll(() => firefox.ask(page, `document.querySelectorAll("ensemble-translation").length`))
      .toBe(0);
    await expect.poll(inFrame).toBe(0);
  } finally {
    await firefox.stop();
    for (const one of [site, frame]) one.stop();
  }
});
