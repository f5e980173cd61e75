import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Site } from "../harness/extension.ts";
import { FirefoxBrowser } from "../harness/firefox.ts";
import { chooseDefaultModel, olivia } from "../harness/people.ts";
import { repository } from "../harness/program.ts";
import { expect, models, test } from "../harness/test.ts";
import { textsOf } from "../harness/texts.ts";

const text = textsOf("extension");
const chat = textsOf("chat");
const overlay = textsOf("page");
const STORY = "The lighthouse of Arden burns rapeseed oil.";
const HOSTILE = readFileSync(join(repository, "clients/e2e/corpus/hostile-page.html"), "utf8");

// Issue: "Side panel (sidebar in Firefox)", "context menu, omnibox keyword, commands", "survives hostile page CSS"
test("Firefox's sidebar, keys, menu and address bar do what they say, over a hostile page too", async ({
  connected,
  server,
}) => {
  await chooseDefaultModel(connected, models.quoting);
  const firefox = await FirefoxBrowser.start();
  const site = await Site.serve(HOSTILE);
  // The person has let it into 127.0.0.1: by this name, it is another site.
  const url = site.url.replace("127.0.0.1", "localhost");
  try {
    const panel = await firefox.signInThroughTab(server.url, olivia);
    const page = await firefox.open(url);
    await firefox.tabAt(url);
    const sidebar = (expression: string) => firefox.askSidebar(panel, expression);
    const isOpen = () => firefox.ask(panel, "browser.sidebarAction.isOpen({})");

    // Its key closes the sidebar, which Firefox opens when an extension comes, and opens it; the page with it. Firefox leaves the
    // keyboard where it was: the field has it once the sidebar does.
    expect(await isOpen()).toBe(true);
    await firefox.pressKey("E");
    await expect.poll(isOpen).toBe(false);
    await firefox.pressKey("E");
    await expect.poll(() => sidebar("document.activeElement?.tagName")).toBe("TEXTAREA");
    await firefox.pressInSidebar(panel, text("page_ask"));
    await expect.poll(() => sidebar(`document.querySelector("[data-page]").dataset.page`)).toBe("ready");
    expect(await sidebar("document.activeElement?.tagName")).toBe("TEXTAREA");
    await sidebar(`document.execCommand("insertText", false, "What burns?")`);
    await firefox.pressInSidebar(panel, chat("send"));
    await expect.poll(() => sidebar("document.body.innerText")).toContain(text("receipt_title"));
    expect(await sidebar("document.body.innerText")).toContain(STORY);
    expect(await sidebar("document.body.innerText")).not.toContain("hunter2");
    await firefox.pressInSidebar(panel, text("receipt_send"), "[role=dialog]");
    await expect.poll(() => sidebar("document.body.innerText")).toContain(chat("answer_done"));

    // What is marked, from the menu of a right click.
    const story = await firefox.placeOf(page, "#story");
    await firefox.pressAt(page, story, 3);
    await firefox.chooseInMenu(page, story, "ask-selection");
    const has = (name: string) => firefox.lookAtLayers(panel, url, name).then((place) => place !== null);
    await expect.poll(() => has(overlay("question"))).toBe(true);
    expect(await firefox.lookAtLayers(panel, url, null)).toContain(STORY);
    await firefox.pressInLayer(panel, page, url, overlay("question"));
    await firefox.type(page, "What burns?");
    await firefox.pressInLayer(panel, page, url, overlay("send"));
    await expect.poll(() => has(overlay("continue"))).toBe(true);
    await firefox.pressInLayer(panel, page, url, overlay("close"));

    // The keys: a question about nothing in particular, and the page translated, there and back.
    await firefox.pressAt(page, await firefox.placeOf(page, "h1"));
    await firefox.pressKey("Q");
    await expect.poll(() => has(overlay("question"))).toBe(true);
    await firefox.pressInLayer(panel, page, url, overlay("close"));
    const shown = () =>
      firefox.ask(page, `document.querySelector("#german ensemble-translation")?.textContent ?? ""`);
    await firefox.pressKey("L");
    await expect.poll(shown).toContain("«Der Wärter schreibt jeden Abend das Wetter auf.»");
    await firefox.pressKey("L");
    await expect.poll(shown).toBe("");
    expect(await firefox.ask(page, "window.found.join() + window.keys.join()")).toBe("");

    // The address bar begins a chat.
    await firefox.enterAddress("ens who built it?");
    const begun = await firefox.tabAt(`${server.url}/home/chat`);
    await expect
      .poll(() => firefox.ask(begun, `document.querySelector("textarea")?.value`))
      .toBe("who built it?");
  } finally {
    await firefox.stop();
    site.stop();
  }
});
