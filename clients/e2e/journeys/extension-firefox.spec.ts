import { Site } from "../harness/extension.ts";
import { FirefoxBrowser } from "../harness/firefox.ts";
import { chooseDefaultModel, olivia } from "../harness/people.ts";
import { expect, models, test } from "../harness/test.ts";
import { textsOf } from "../harness/texts.ts";

const text = textsOf("extension");
const chat = textsOf("chat");
const overlay = textsOf("page");
const SENTENCE = "The lighthouse of Arden burns rapeseed oil, and its keeper writes down the weather. ";
const PAGE = `<!doctype html><title>Arden</title><main><article><h1>Arden</h1><p>${SENTENCE.repeat(6)}</p></article></main>`;

// spec §7: "Unrecognised events raise "Untrusted event"."
test("signs in, reads a page and acts on marked text in Firefox", async ({ connected, server }) => {
  await chooseDefaultModel(connected, models.echo);
  const firefox = await FirefoxBrowser.start();
  const site = await Site.serve(PAGE);
  try {
    const panel = await firefox.signInThroughTab(server.url, olivia);
    expect(
      await firefox.ask(
        panel,
        `browser.runtime.sendMessage({ name: "nonsense" }).then(({ error }) => error)`,
      ),
    ).toBe("Untrusted event");
    const page = await firefox.open(site.url);
    await firefox.tabAt(site.url);
    await firefox.press(panel, text("page_ask"));
    await firefox.expectText(panel, "Arden");
    expect(await firefox.ask(panel, `document.querySelector("[data-page]").dataset.page`)).toBe("ready");

    // A question about it: what leaves is shown first; then the answer, and the chat in the list.
    await firefox.pressAt(panel, await firefox.placeOf(panel, "textarea"));
    await firefox.type(panel, "What does the lamp burn?");
    await firefox.press(panel, chat("send"));
    await firefox.expectText(panel, text("receipt_title"));
    await firefox.expectText(panel, "burns rapeseed oil");
    await firefox.press(panel, text("receipt_send"), "[role=dialog]");
    await expect
      .poll(() =>
        firefox.ask(panel, `[...document.querySelectorAll(".markdown")].map((one) => one.innerText).join()`),
      )
      .toContain("rapeseed oil");
    await firefox.expectText(panel, chat("answer_done"));
    // Wide as the tab is, the way to the list is below.
    await firefox.press(panel, text("tab_chats"));
    await expect
      .poll(() => firefox.ask(panel, `document.querySelector("nav [aria-current=page]")?.innerText ?? ""`))
      .toContain(text("tab_chats"));
    await firefox.expectText(panel, "What does the lamp burn?");

    await firefox.runInPages(panel);
    await expect.poll(() => firefox.lookAtLayers(panel, site.url, "Ensemble")).not.toBeNull();
    const place = await firefox.ask(
      page,
      `(() => { const { x, y } = document.querySelector("p").getBoundingClientRect(); return JSON.stringify({ x: x + 40, y: y + 8 }); })()`,
    );
    await firefox.pressAt(page, JSON.parse(String(place)) as { x: number; y: number }, 3);
    await firefox.pressInLayer(panel, page, site.url, overlay("ask"));
    await expect.poll(() => firefox.lookAtLayers(panel, site.url, overlay("question"))).not.toBeNull();
    await firefox.pressInLayer(panel, page, site.url, overlay("question"));
    await firefox.type(page, "What burns?");
    // The site is known since the panel sent its text: it is not asked about again.
    await firefox.pressInLayer(panel, page, site.url, overlay("send"));
    await expect.poll(() => firefox.lookAtLayers(panel, site.url, overlay("again"))).not.toBeNull();
    expect(await firefox.lookAtLayers(panel, site.url, null)).toContain(overlay("continue"));
  } finally {
    await firefox.stop();
    site.stop();
  }
});
