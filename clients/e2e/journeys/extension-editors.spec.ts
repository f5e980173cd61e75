import { ExtensionBrowser, Site } from "../harness/extension.ts";
import { chooseDefaultModel, olivia } from "../harness/people.ts";
import { expect, models, test } from "../harness/test.ts";
import { textsOf } from "../harness/texts.ts";

const page = textsOf("page");
const writing = textsOf("writing");
const helper = writing("label");
const SAID = "We meet on Friday at ten.";

/**
 * Editors as libraries build them: one in a frame that its page fills, one that draws its text by itself and
 * takes keys through an edit context, and one that takes nothing.
 */
const PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Editors</title>
<iframe id="frame" style="width:600px;height:160px" srcdoc='<!doctype html><html lang="en"><title>Editor</title><body class="mce-content-body" contenteditable style="min-height:120px"></body></html>'></iframe>
<div class="monaco-editor" style="width:600px"><pre id="drawn" style="font:16px monospace"></pre>
<div id="keys" tabindex="0" style="width:600px;height:40px;outline:1px solid"></div></div>
<div id="deaf" data-slate-editor contenteditable style="width:600px;min-height:60px"><p>Kept as it is.</p></div>
<script>
const held = { frame: ["Hello Ana.", "Are we to meet?"], drawn: "let lamp = on;" };
const before = [];
const heard = (event) => event.clipboardData.getData("text/plain");
document.querySelector("#frame").addEventListener("load", ({ target }) => {
  const { contentDocument: inner } = target;
  const draw = () => { inner.body.innerHTML = held.frame.map((line) => "<p>" + line + "</p>").join(""); };
  draw();
  inner.addEventListener("paste", (event) => {
    event.preventDefault();
    before.push(held.frame);
    held.frame = heard(event).split("\\n");
    // As frameworks do: in the next turn.
    setTimeout(draw);
  });
  inner.addEventListener("keydown", (event) => {
    if (!event.ctrlKey || event.key !== "z" || before.length === 0) return;
    event.preventDefault();
    held.frame = before.pop();
    draw();
  });
});
const keys = document.querySelector("#keys");
const edited = new EditContext({ text: held.drawn });
keys.editContext = edited;
const drawText = () => { document.querySelector("#drawn").textContent = held.drawn; };
drawText();
keys.addEventListener("keydown", (event) => {
  if (event.ctrlKey && event.key === "a") { event.preventDefault(); edited.updateSelection(4, 8); }
});
keys.addEventListener("paste", (event) => {
  event.preventDefault();
  const { selectionStart: from, selectionEnd: to } = edited;
  held.drawn = held.drawn.slice(0, from) + heard(event) + held.drawn.slice(to);
  edited.updateText(from, to, heard(event));
  drawText();
});
document.querySelector("#deaf").addEventListener("paste", (event) => event.preventDefault());
</script></html>`;

test("writes what editors in frames, drawn ones and deaf ones hold, or says that they did not take it", async ({
  connected,
  server,
}) => {
  await chooseDefaultModel(connected, models.writer);
  const browser = await ExtensionBrowser.start();
  const site = await Site.serve(PAGE);
  try {
    const panel = await browser.signIn(server.url, olivia);
    await browser.runInPages(panel);
    const { tab, layers } = await browser.openTab(`${site.url}/editors`);
    const held = (name: string) => tab.evaluate<unknown>(`held.${name}`);
    const improve = async () => {
      await layers.press(helper);
      await layers.press(writing("improve"));
      await layers.press(writing("improve_confident"));
    };

    // The pen stands in the frame, its panel over the page, and the editor's own undo brings back what was there.
    const editor = tab.frameLocator("#frame").locator("body");
    await editor.locator("p").first().click();
    const pen = await layers.waitFor(helper);
    const frame = await tab.locator("#frame").boundingBox();
    expect(pen.x).toBeGreaterThan(frame?.x ?? Number.NaN);
    expect(pen.y + pen.height).toBeLessThan((frame?.y ?? 0) + (frame?.height ?? 0));
    await improve();
    await layers.press(page("receipt_send"));
    await layers.press(writing("replace"));
    await expect(editor).toHaveText(SAID);
    expect(await held("frame")).toEqual([SAID]);
    await expect.poll(() => layers.find(writing("replace"))).toBeNull();
    await expect(tab.locator("#frame")).toBeFocused();
    await tab.keyboard.press("Control+z");
    expect(await held("frame")).toEqual(["Hello Ana.", "Are we to meet?"]);

    // An editor that takes nothing is left as it is, and its person is told.
    await tab.locator("#deaf").click();
    await improve();
    await layers.press(writing("replace"));
    await expect.poll(() => layers.text()).toContain(writing("did_not_take"));
    await expect(tab.locator("#deaf")).toHaveText("Kept as it is.");
    await tab.keyboard.press("Escape");

    // What an editor draws by itself is selected and replaced through what it tells the browser.
    await tab.locator("#keys").click();
    await expect.poll(() => layers.find(helper)).toBeNull();
    await tab.keyboard.press("Control+a");
    await layers.press(page("ask"));
    await layers.type("Shorter");
    await tab.keyboard.press("Enter");
    await layers.press(page("compare"));
    await layers.press(page("replace"));
    await expect.poll(() => held("drawn")).toBe(`let ${SAID} = on;`);
    await expect(tab.locator("#drawn")).toHaveText(`let ${SAID} = on;`);
  } finally {
    await browser.stop();
    site.stop();
  }
});
