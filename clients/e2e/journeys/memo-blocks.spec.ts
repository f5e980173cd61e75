import type { Page } from "@playwright/test";
import { call } from "../harness/api.ts";
import { PIXEL } from "../harness/made-files.ts";
import { body, expectKept, keep, open, storedBody, text } from "../harness/memos.ts";
import { expect, test } from "../harness/test.ts";

const mode = (page: Page, key: string) => page.getByRole("radio", { name: text(key), exact: true }).check();
const button = (page: Page, key: string) => page.getByRole("button", { name: text(key), exact: true });
const item = (page: Page, key: string) => page.getByRole("menuitem", { name: text(key), exact: true });

/** Text with something of all that the editor has no form for. */
const PLAN = `---
tags: [sea]
---

# Harbour   plan

* [ ] Rope
* [x] Lamp
    * Oil

A footnote[^1], a formula $a_1*b_1$ and <kbd>Ctrl</kbd>.

[^1]: Of the keeper.

| Quay | Depth |
|------|------:|
| North|      4|

<details><summary>More</summary>

Hidden

</details>
`;

// screens.md, 17
test("a memo is written in blocks, and its Markdown stays its own", async ({ operator: page }) => {
  const id = await keep(page, { title: "Harbour", body: PLAN });
  const stored = () => storedBody(page, id);
  await open(page, `/home/memo/${id}`);
  await expect(body(page).getByRole("heading", { name: "Harbour plan" })).toBeVisible();

  await test.step("a task is ticked where it is written, and nothing else changes", async () => {
    await body(page).getByRole("checkbox").first().check();
    await expect.poll(stored).toBe(PLAN.replace("[ ] Rope", "[x] Rope"));
  });

  await test.step("a slash puts in what is chosen by keys", async () => {
    // The caret is there once the toolbar knows it: it was in the properties, where nothing is bold.
    await body(page).getByRole("heading").click();
    await expect(button(page, "marks.bold")).toBeEnabled();
    await page.keyboard.press("End");
    await page.keyboard.press("Enter");
    await page.keyboard.type("/head");
    const menu = page.getByRole("listbox", { name: text("insert_block"), exact: true });
    await expect(menu.getByRole("option")).toHaveCount(3);
    await page.keyboard.press("ArrowDown");
    await expect(menu.getByRole("option", { selected: true })).toHaveText(text("blocks.heading_2"));
    await page.keyboard.press("Enter");
    await page.keyboard.type("Tides");
    await page.keyboard.press("Enter");
    await page.keyboard.type("High water is at **noon** [sic");
    await expect
      .poll(stored)
      .toContain("# Harbour   plan\n\n## Tides\n\nHigh water is at **noon** [sic\n\n* [x] Rope");
    expect(await stored()).toContain("A footnote[^1], a formula $a_1*b_1$ and <kbd>Ctrl</kbd>.");
  });

  await test.step("a slash that is escaped stays", async () => {
    await page.keyboard.type(" and/or /ta");
    await page.keyboard.press("Escape");
    await expect(page.getByRole("listbox")).toHaveCount(0);
    await page.keyboard.type("il");
    await expect.poll(stored).toContain("[sic and/or /tail\n");
  });

  await test.step("tables get rows and columns", async () => {
    await body(page).getByRole("cell", { name: "4" }).click();
    await button(page, "table.actions").click();
    await item(page, "table.row_below").click();
    await expect(body(page).getByRole("row")).toHaveCount(3);
    await page.keyboard.press("Tab");
    await page.keyboard.type("South");
    await button(page, "table.actions").click();
    await item(page, "table.column_after").click();
    await expect(body(page).getByRole("columnheader")).toHaveCount(3);
    await expect
      .poll(stored)
      .toContain("| Quay |  | Depth |\n| --- | --- | --: |\n| North |  | 4 |\n| South |  |  |");
  });

  await test.step("a block is moved by keys, and by its handle", async () => {
    await body(page).getByText("Tides", { exact: true }).click();
    await expect(button(page, "table.actions")).toHaveCount(0);
    await page.keyboard.press("Alt+Shift+ArrowUp");
    await expect.poll(stored).toContain("## Tides\n\n# Harbour   plan\n");
    await body(page).getByText("High water").hover();
    const handle = page.getByRole("button", { name: text("drag_block"), exact: true });
    await handle.dragTo(body(page).getByText("Tides", { exact: true }), { targetPosition: { x: 20, y: 2 } });
    await expect.poll(stored).toMatch(/High water is at \*\*noon\*\*[^\n]*\n\n## Tides\n\n# Harbour/);
  });

  await test.step("Markdown is there as it is, and what is typed there is in the blocks", async () => {
    await mode(page, "source");
    await expect(body(page)).toHaveValue(await stored());
    await body(page).fill("- [ ] one\n- [ ] two\n");
    await mode(page, "write");
    await expect(body(page).getByRole("checkbox")).toHaveCount(2);
    await expectKept(page);
  });
});

// screens.md, 17: "images"
test("an image is put into a memo, and shown where it is written and read", async ({ operator: page }) => {
  const id = await keep(page, { title: "Harbour", body: "The quay:" });
  await open(page, `/home/memo/${id}`);
  await body(page).click();
  await page
    .getByLabel(text("add_picture"), { exact: true })
    .last()
    .setInputFiles({ name: "quay.png", mimeType: "image/png", buffer: PIXEL });
  const image = page.getByRole("article").getByRole("img", { name: "quay", exact: true });
  await expect(image).toBeVisible();
  await expect
    .poll(() => storedBody(page, id))
    .toMatch(/!\[quay\]\(\/api\/documents\/files\/[0-9a-f-]{36}\/content\)/);
  await mode(page, "read");
  await expect(image).toBeVisible();
  await expect.poll(() => image.evaluate((shown) => (shown as HTMLImageElement).naturalWidth)).toBe(1);
  const { items } = await call<{ items: unknown[] }>(page, "GET", "/api/memos?kind=image");
  expect(items).toEqual([]);
});

test("a file that is put into a memo is a link that opens it", async ({ operator: page }) => {
  const id = await keep(page, { title: "Harbour", body: "The plan:" });
  await open(page, `/home/memo/${id}`);
  await body(page).click();
  await page
    .getByLabel(text("add_picture"), { exact: true })
    .last()
    .setInputFiles({ name: "plan.txt", mimeType: "text/plain", buffer: Buffer.from("nine piers") });
  await expect
    .poll(() => storedBody(page, id))
    .toMatch(/\[plan\.txt\]\(\/api\/documents\/files\/[0-9a-f-]{36}\/content\)/);
  await mode(page, "read");
  const link = page.getByRole("article").getByRole("link", { name: "plan.txt", exact: true });
  const address = (await link.getAttribute("href")) ?? "";
  expect((await page.request.get(address)).status()).toBe(200);
});

test("what is pasted keeps its form, and loads nothing", async ({ operator: page }) => {
  const id = await keep(page, { title: "Harbour", body: "" });
  await open(page, `/home/memo/${id}`);
  const paste = (data: Record<string, string>) =>
    body(page).evaluate((field, kinds) => {
      const transfer = new DataTransfer();
      for (const [kind, value] of Object.entries(kinds)) transfer.setData(kind, value);
      field.dispatchEvent(
        new ClipboardEvent("paste", { clipboardData: transfer, bubbles: true, cancelable: true }),
      );
    }, data);
  await body(page).locator("p").first().click();
  await paste({ "text/plain": "## Title\n\n- [x] done\n" });
  await expect(body(page).getByRole("heading", { name: "Title" })).toBeVisible();
  await page.keyboard.press("Control+End");
  await paste({
    "text/html": `<p>From <b>a page</b> <a href="https://a.example/">there</a><img src="https://track.example/a.png" alt="dot"></p><script>x()</script>`,
    "text/plain": "no",
  });
  await expect
    .poll(() => storedBody(page, id))
    .toBe(
      "## Title\n\n- [x] done\n\nFrom **a page** [there](https://a.example/)![dot](https://track.example/a.png)",
    );
  await expect(body(page).getByRole("img")).toHaveCount(0);
});

test("what is typed while the editor loads is all there, and goes on", async ({ operator: page }) => {
  let letThrough = () => {};
  const held = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  await page.route("**/assets/BlockEditor-*.js", async (route) => {
    await held;
    await route.continue();
  });
  await open(page, "/webapp/editor");
  await page.getByRole("textbox", { name: text("title"), exact: true }).fill("Ebb");
  await page.keyboard.press("Enter");
  await page.keyboard.type("Low water");
  await expect(page.getByRole("toolbar", { name: text("formatting"), exact: true })).toHaveCount(0);
  letThrough();
  await expect(page.getByRole("toolbar", { name: text("formatting"), exact: true })).toBeVisible();
  await expect(body(page)).toBeFocused();
  await page.keyboard.type(" is at **six**.");
  await expect(body(page)).toHaveText("Low water is at six.");
  await expectKept(page);
  // A code's language is set beside it.
  await page.keyboard.press("Enter");
  await page.keyboard.type("``` let x = 1;");
  await page.getByRole("textbox", { name: text("code_language"), exact: true }).fill("js");
  await page.keyboard.press("Enter");
  await expect(body(page)).toBeFocused();
  const id = new URL(page.url()).searchParams.get("memo_id") ?? "";
  await expect.poll(() => storedBody(page, id)).toBe("Low water is at **six**.\n\n```js\nlet x = 1;\n```");
});
