import { Chat } from "../harness/chat.ts";
import { ExtensionBrowser, Site } from "../harness/extension.ts";
import { chooseDefaultModel, olivia } from "../harness/people.ts";
import { expect, models, test } from "../harness/test.ts";
import { textsOf } from "../harness/texts.ts";

const text = textsOf("extension");

/** Styles with which nobody sees the words of a paragraph. */
const UNSEEN = [
  "opacity:0",
  "filter:opacity(0)",
  "filter:blur(20px)",
  "mask-image:linear-gradient(transparent,transparent)",
  "mask:linear-gradient(#0000 0 0)",
  "mask:linear-gradient(#000 0 0) 0 0/0 0 no-repeat",
  "-webkit-mask-image:linear-gradient(rgb(0 0 0/0),hsl(0 0% 0%/0))",
  "clip-path:inset(50%)",
  "clip-path:circle(0)",
  "clip-path:ellipse(0 50%)",
  "clip-path:polygon(0 0,0 0,0 0)",
  "clip-path:rect(0 0 0 0)",
  "clip-path:xywh(0 0 0 0)",
  "position:absolute;clip:rect(0 0 0 0)",
  "transform:scale(0)",
  "transform:scaleX(0)",
  "transform:rotateX(90deg)",
  "transform:translateX(-9999px)",
  "translate:0 -5000px",
  "margin-left:-9999px;width:200px",
  "position:relative;left:-9999px",
  "position:absolute;top:-9999px",
  "position:fixed;bottom:-9999px",
  "zoom:0.01",
  "text-indent:-9999px",
  "text-indent:100%;white-space:nowrap;overflow:hidden",
  "font-size:0",
  "font-size:1px",
  "height:0;overflow:hidden",
  "max-width:0;overflow:clip",
  "visibility:hidden",
  "content-visibility:hidden",
  "color:transparent",
  "color:rgb(0 0 0/1%)",
  "color:oklch(0.5 0.1 30/0)",
  "-webkit-text-fill-color:transparent",
  "-webkit-text-security:disc",
  "color:#fff",
  "color:#fefefe",
  "color:#224;background:#224",
];

/** Styles with which one sees them, though they look alike. */
const SEEN = [
  "opacity:0.6",
  "filter:blur(0.5px)",
  "mask-image:linear-gradient(#000,transparent)",
  "clip-path:inset(2px)",
  "clip-path:polygon(0 0,100% 0,100% 100%,0 100%)",
  "transform:translateX(20px)",
  "transform:rotate(-3deg)",
  "margin:0 -9999px;padding:0 9999px",
  "color:transparent;text-shadow:0 0 1px #000",
  "color:transparent;-webkit-text-stroke:1px #000",
  "color:transparent;background:linear-gradient(red,blue);background-clip:text",
  "color:#fff;background:#224",
  "color:#fff;background:linear-gradient(#224,#422)",
  "content-visibility:auto;contain-intrinsic-size:20px",
  "display:contents",
  "position:absolute;width:1px;height:1px;overflow:hidden;clip:rect(0 0 0 0)",
];

const PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Seen</title><body>
${SEEN.map((style, at) => `<p style="${style}">seen${at}</p>`).join("\n")}
${UNSEEN.map((style, at) => `<p style="${style}">unseen${at}</p>`).join("\n")}
<div style="opacity:0"><section><p style="opacity:1">unseen-within</p></section></div>
<section style="background:#123456"><div><p style="color:#123456">unseen-on-ground</p><p style="color:#fff">seen-on-ground</p></div></section>
<section style="position:relative;height:120px"><svg style="position:absolute;inset:0;width:100%;height:100%"><rect width="100%" height="100%" fill="#224"/></svg><h2 style="position:relative;color:#fff">seen-on-a-picture</h2></section>
<section style="position:relative;height:120px"><div style="position:absolute;inset:0;background:#224"></div><h2 style="position:relative;color:#fff">seen-on-a-layer</h2></section>
<div style="width:300px;overflow:hidden"><div style="display:flex;transform:translateX(-900px)"><p style="flex:none;width:300px">seen-slide-1</p><p style="flex:none;width:300px">seen-slide-2</p></div></div>
</body></html>`;

/** Words before, in and behind nested shadow roots, one of which shows what is put into it. */
const SHADOWS = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Shadows</title><body><p id="before">Before all.</p><div id="host"><b>Put in.</b></div><p>Behind all.</p>
<script>
const outer = document.querySelector("#host").attachShadow({ mode: "open" });
outer.innerHTML = "<p id=outer>In the outer one. <slot></slot></p><div></div><p style='opacity:0'>Unseen.</p>";
const inner = outer.querySelector("div").attachShadow({ mode: "open" });
inner.innerHTML = "<p>In the inner one.</p><textarea>typed</textarea>";
const mark = (from, to) => getSelection().setBaseAndExtent(from, 0, to, to.childNodes.length);
</script></body></html>`;

test("reads of a page what a person sees, whichever way words are hidden", async ({ connected, server }) => {
  await chooseDefaultModel(connected, models.echo);
  const browser = await ExtensionBrowser.start();
  const site = await Site.serve(PAGE);
  try {
    const panel = await browser.signIn(server.url, olivia);
    const { tab } = await browser.openTab(`${site.url}/page`);
    await tab.bringToFront();
    await panel.bringToFront();
    await panel.getByRole("button", { name: text("page_ask"), exact: true }).click();
    await expect(panel.locator("[data-page=ready]")).toBeVisible();
    await new Chat(panel).ask("What is there?");
    const receipt = panel.getByRole("dialog", { name: text("receipt_title") });
    await expect(receipt).toContainText("seen-slide-1");
    const words = new Set((await receipt.textContent())?.match(/(?:un)?seen(?:-[a-z]+(?:-[a-z0-9]+)*|\d+)/g));
    const told = (name: string, styles: readonly string[]) =>
      styles.filter((_, at) => words.has(`${name}${at}`));
    expect(told("unseen", UNSEEN), "hidden words are read").toEqual([]);
    expect(told("seen", SEEN), "words are missing").toEqual(SEEN);
    const others = [...words].filter((word) => word.includes("-")).sort();
    expect(others).toEqual(
      ["ground", "a-layer", "a-picture"]
        .map((on) => `seen-on-${on}`)
        .concat("seen-slide-1", "seen-slide-2")
        .sort(),
    );
  } finally {
    await browser.stop();
    site.stop();
  }
});

test("reads what is selected in and around shadow roots", async ({ connected, server }) => {
  await chooseDefaultModel(connected, models.echo);
  const browser = await ExtensionBrowser.start();
  const site = await Site.serve(SHADOWS);
  try {
    const panel = await browser.signIn(server.url, olivia);
    const { tab } = await browser.openTab(`${site.url}/page`);
    const receipt = panel.getByRole("dialog", { name: text("receipt_title") });
    const chat = new Chat(panel);
    for (const [marks, wanted] of [
      [
        "mark(document.body, document.body)",
        /Before all\.\s+In the outer one\. Put in\.\s+In the inner one\.\s+Behind all\./,
      ],
      ["mark(outer.querySelector('#outer'), outer.querySelector('#outer'))", /In the outer one\./],
    ] as const) {
      await tab.bringToFront();
      await tab.evaluate(marks);
      await panel.bringToFront();
      await panel.getByRole("button", { name: text("page_ask"), exact: true }).click();
      await expect(panel.locator("[data-page=ready]")).toBeVisible();
      await chat.ask("What is there?");
      await expect(receipt).toContainText(wanted);
      await expect(receipt).not.toContainText(/Unseen|typed/);
      if (marks.includes("outer")) await expect(receipt).not.toContainText("all.");
      await receipt
        .getByRole("button", { name: text("receipt_keep"), exact: true })
        .last()
        .click();
      await panel.getByRole("button", { name: text("page_drop") }).click();
      await chat.field.fill("");
    }
  } finally {
    await browser.stop();
    site.stop();
  }
});
