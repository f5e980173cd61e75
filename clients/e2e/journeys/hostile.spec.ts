import { writeFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import type { Page } from "@playwright/test";
import { call } from "../harness/api.ts";
import { chatArchive, hostileText, importArchive } from "../harness/archive.ts";
import { Chat } from "../harness/chat.ts";
import { expect, test } from "../harness/test.ts";

const CORPUS = ["markdown", "html", "svg", "mermaid", "formulas"];

/** Records every request to another host and every window that opens. */
function guard(page: Page, origin: string): string[] {
  const faults: string[] = [];
  page.on("request", (request) => {
    const url = new URL(request.url());
    const inside = url.origin === origin || ["data:", "blob:"].includes(url.protocol);
    if (!inside) faults.push(`request: ${request.url()}`);
  });
  page.on("dialog", (dialog) => {
    faults.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("popup", (popup) => faults.push(`popup: ${popup.url()}`));
  return faults;
}

const hasRun = (page: Page) =>
  Promise.all(
    page
      .frames()
      .map((frame) => frame.evaluate(() => (window as unknown as { __ran?: unknown }).__ran ?? null)),
  );

/** Triggers everything that may wait for a pointer, the focus or an error, and returns what ran. */
async function provoke(page: Page): Promise<unknown> {
  await page.evaluate(() => {
    for (const element of document.querySelectorAll<HTMLElement>(".markdown, .markdown *")) {
      for (const name of ["mouseover", "mouseenter", "focus", "toggle", "load", "error"])
        element.dispatchEvent(new Event(name, { bubbles: true }));
    }
  });
  // Colours, formulas and whatever else comes late has its turn.
  await page.evaluate(
    () => new Promise<void>((done) => requestIdleCallback(() => requestIdleCallback(() => done()))),
  );
  return page.evaluate(() => {
    const all = document.querySelectorAll(".markdown *");
    const faults: string[] = [];
    for (const element of all) {
      for (const { name, value } of element.attributes) {
        // A name to be read leads nowhere: KaTeX says in one what it did not understand.
        const isRead = name === "title" || name === "alt";
        if (name.startsWith("on") || (!isRead && /javascript:|url\(\s*['"]?http/i.test(value)))
          faults.push(`${element.tagName} ${name}=${value}`);
      }
    }
    const forbidden = document.querySelectorAll(
      ".markdown :is(script, iframe, object, embed, form, link, meta, base, video, audio, img[src^='http'])",
    );
    for (const element of forbidden) faults.push(element.outerHTML);
    const ran = (window as unknown as { __ran?: unknown }).__ran;
    return ran === undefined ? faults : [`ran: ${String(ran)}`, ...faults];
  });
}

test("nothing runs and nothing is fetched, in a chat and on its shared page", async ({
  operator,
  server,
  anotherBrowser,
  watch,
}, info) => {
  // Mermaid reads labels as HTML before it cleans them, in a frame of no origin: what they carry is refused
  // there, which Chromium may say. That none of it comes into our pages is looked at below.
  watch.provoke(/^Executing inline event handler violates .* The action has been blocked\.$/s);
  const title = '"><script>window.__ran=1</script>';
  await importArchive(operator, chatArchive(title, CORPUS.map(hostileText)));
  const faults = guard(operator, server.url);
  const list = await call<{ items: { id: string; title: string }[] }>(
    operator,
    "GET",
    "/api/chat/conversations",
  );
  const id = list.items[0]?.id;
  await operator.goto(`${server.url}/home/chat/chat/${id}`);
  await expect(new Chat(operator).answer).toBeVisible();
  // Only what is near the window is drawn: from the end to the beginning.
  for (let step = 0; step < 8; step += 1) {
    expect(await provoke(operator)).toEqual([]);
    await operator.getByRole("log").evaluate((log) => log.scrollBy(0, -log.clientHeight));
  }
  expect(faults).toEqual([]);

  const share = await call<{ url: string }>(operator, "POST", "/api/sharing/shares", {
    kind: "chat",
    subject_id: id,
    options: { all_branches: true, steps: true },
  });
  const visitor = await (await anotherBrowser()).newPage();
  const visitorFaults = guard(visitor, server.url);
  await visitor.goto(share.url);
  await expect(visitor.getByRole("article")).toHaveCount(CORPUS.length * 2);
  // What draws formulas and diagrams has come, and has drawn what it can.
  await expect(visitor.locator(".katex").first()).toBeVisible();
  const diagrams = visitor.locator(".markdown-diagram img");
  await expect.poll(() => diagrams.count()).toBeGreaterThan(1);
  expect(await provoke(visitor)).toEqual([]);
  expect((await hasRun(visitor)).filter((ran) => ran !== null)).toEqual([]);
  expect(visitorFaults).toEqual([]);

  // The page that is printed and drawn.
  const inert = async (page: Page) => {
    const active = page.locator(
      "script, img, iframe, svg, object, embed, form, link, [href^='javascript' i]",
    );
    expect(await active.count()).toBe(0);
    expect(await page.locator("math").count(), "formulas are formulas").toBeGreaterThan(0);
    expect(await hasRun(page)).toEqual([null]);
  };
  const printed = `${server.url}/api/portability/chats/${id}?format=html`;
  await operator.goto(`${printed}&shown=true`);
  await inert(operator);
  expect(faults).toEqual([]);

  // The saved file, opened from a disk, where no server's policy protects who opens it.
  const file = info.outputPath("chat.html");
  await writeFile(file, await (await operator.context().request.get(printed)).body());
  const reader = await (await anotherBrowser()).newPage();
  const asked: string[] = [];
  reader.on("request", (request) => asked.push(request.url()));
  await reader.goto(pathToFileURL(file).href);
  await inert(reader);
  expect(asked).toEqual([pathToFileURL(file).href]);
});
