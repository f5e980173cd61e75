import type { Locator, Page } from "@playwright/test";
import { choose, ExtensionBrowser, Site } from "../harness/extension.ts";
import { chooseDefaultModel, olivia } from "../harness/people.ts";
import { expect, models, test } from "../harness/test.ts";
import { textsOf } from "../harness/texts.ts";

const page = textsOf("page");
const writing = textsOf("writing");
const translation = textsOf("translation");
const helper = writing("label");

/** What a page shows above itself, and a page that writes itself anew. */
const PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Above</title>
<main><h1>The tower</h1><p>The keeper writes down the weather every evening before he goes to bed.</p></main>
<div id="whole" style="background:#fff"><textarea id="inwhole" style="width:400px;height:90px"></textarea></div>
<button id="fill" onclick="whole.requestFullscreen()">Fill the screen</button>
<button id="open" popovertarget="pop">Open</button>
<div id="pop" popover style="width:500px"><textarea id="inpop" style="width:400px;height:90px"></textarea></div>
<button id="anew" onclick="rewrite()">Write anew</button>
<script>
const rewrite = () => {
  document.open();
  document.write("<!doctype html><html lang=en><title>New</title><body style='margin:0'><h1 style='margin:0'>Anew</h1><textarea style='position:absolute;left:0;top:100px;width:400px;height:90px'></textarea></body></html>");
  document.close();
};
</script></html>`;

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

async function boxOf(element: Locator): Promise<Box> {
  const box = await element.boundingBox();
  if (!box) throw new Error("the element has no box");
  return box;
}

/** Returns a function that taps the middle of a box with a finger. */
async function touchOf(tab: Page): Promise<(box: Box) => Promise<void>> {
  const devtools = await tab.context().newCDPSession(tab);
  return async ({ x, y, width, height }) => {
    const touchPoints = [{ x: x + width / 2, y: y + height / 2 }];
    await devtools.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints });
    await devtools.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  };
}

test("stands in what fills the screen, in popovers and in a page written anew, and not in print", async ({
  connected,
  server,
}) => {
  await chooseDefaultModel(connected, models.quoting);
  const browser = await ExtensionBrowser.start();
  const site = await Site.serve(PAGE);
  try {
    const panel = await browser.signIn(server.url, olivia);
    await browser.openTranslationSettings(panel);
    await choose(panel, translation("panel_target"), "German");
    const { tab, layers } = await browser.openTab(`${site.url}/above`);

    // A finger opens it as a mouse does.
    const tap = await touchOf(tab);
    await tap(await boxOf(tab.locator("#inwhole")));
    await tap(await layers.waitFor(helper));
    await layers.waitFor(writing("compose"));
    await tab.keyboard.press("Escape");
    await expect.poll(() => layers.find(writing("compose"))).toBeNull();

    await tab.locator("#fill").click();
    await expect.poll(() => tab.evaluate("document.fullscreenElement?.id")).toBe("whole");
    await tab.locator("#inwhole").click();
    await layers.press(helper);
    await layers.waitFor(writing("compose"));
    expect(await tab.evaluate("document.fullscreenElement?.id")).toBe("whole");
    await tab.evaluate("document.exitFullscreen()");
    await tab.keyboard.press("Escape");
    await expect.poll(() => layers.find(writing("compose"))).toBeNull();

    await tab.locator("#open").click();
    await tab.locator("#inpop").click();
    await layers.press(helper);
    await layers.waitFor(writing("compose"));
    expect(await tab.evaluate(`pop.matches(":popover-open")`)).toBe(true);
    await tab.keyboard.press("Escape");
    await tab.evaluate("pop.hidePopover()");

    // In print there are the page and its translations, and nothing that stands over them.
    await browser.say("commands.onCommand", "translate-page", await browser.tabOf(tab));
    await layers.press(page("receipt_send"));
    await expect(tab.locator("ensemble-translation[data-state=translated]")).toHaveCount(2);
    const bar = await layers.waitFor(translation("show_original"));
    expect(bar.width).toBeGreaterThan(0);
    await tab.emulateMedia({ media: "print" });
    expect((await layers.find(translation("show_original")))?.width).toBe(0);
    await tab.emulateMedia({ media: "screen" });
    // The avatar has no style sheet, and is gone before a page is printed.
    await tab.evaluate(`dispatchEvent(new Event("beforeprint"))`);
    await expect.poll(() => layers.find("Ensemble")).toBeNull();
    await tab.evaluate(`dispatchEvent(new Event("afterprint"))`);
    await layers.waitFor("Ensemble");
    await browser.say("commands.onCommand", "translate-page", await browser.tabOf(tab));

    await tab.locator("#anew").click();
    await tab.mouse.click(20, 120);
    await layers.press(helper);
    await layers.waitFor(writing("compose"));
    await tab.keyboard.press("Escape");
    await tab.mouse.dblclick(20, 15);
    await layers.waitFor(page("copy"));
  } finally {
    await browser.stop();
    site.stop();
  }
});
