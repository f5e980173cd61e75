import type { Page } from "@playwright/test";
import { expectNoBarriers } from "../harness/barriers.ts";
import { picture } from "../harness/fake-images.ts";
import { expect, test } from "../harness/test.ts";
import { textsOf } from "../harness/texts.ts";
import { visit } from "../harness/visit.ts";

const text = textsOf("images");

const canvas = (page: Page) => page.getByRole("application", { name: text("editor.canvas"), exact: true });
const layers = (page: Page) => page.getByRole("option");
const tool = (page: Page, name: string) =>
  page
    .getByRole("toolbar", { name: text("editor.tools"), exact: true })
    .getByRole("button", { name: text(`editor.tool.${name}`), exact: true });

/** Drops a picture onto the canvas, as from the person's folders. */
async function dropPicture(page: Page): Promise<void> {
  const data = await page.evaluateHandle((content) => {
    const bytes = Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0));
    const transfer = new DataTransfer();
    transfer.items.add(new File([bytes], "harbor.png", { type: "image/png" }));
    return transfer;
  }, picture(400).toString("base64"));
  await canvas(page).dispatchEvent("dragover", { dataTransfer: data });
  await canvas(page).dispatchEvent("drop", { dataTransfer: data });
}

/** Drags over the canvas, between places given as parts of its width and height. */
async function drag(
  page: Page,
  from: readonly [number, number],
  to: readonly [number, number],
): Promise<void> {
  const box = await canvas(page).boundingBox();
  if (!box) throw new Error("the canvas is not shown");
  const at = ([x, y]: readonly [number, number]) => [box.x + x * box.width, box.y + y * box.height] as const;
  await page.mouse.move(...at(from));
  await page.mouse.down();
  await page.mouse.move(...at(to), { steps: 6 });
  await page.mouse.up();
}

test("an image is edited with a mask by a tool that needs no key, and all of it can be undone after a reload", async ({
  operator: page,
  server,
}) => {
  await visit(page, `${server.url}/home/image/edit/new`);
  await expect(canvas(page).locator("canvas").first()).toBeVisible();
  await dropPicture(page);
  await expect(layers(page)).toHaveText(["harbor"]);
  await expectNoBarriers(page, "the image editor");

  await tool(page, "brush").click();
  await drag(page, [0.45, 0.45], [0.55, 0.55]);
  await expect(layers(page)).toHaveCount(2);
  await tool(page, "rectangle").click();
  await drag(page, [0.47, 0.47], [0.53, 0.53]);
  await expect(page.getByText(/^\d+% of the image selected/)).toBeVisible();

  await page.getByRole("button", { name: text("tool.erase_area"), exact: true }).click();
  await expect(layers(page)).toHaveCount(3, { timeout: 60_000 });

  // The page closes at once: nothing has been written by a timer.
  await page.reload();
  await expect(layers(page)).toHaveCount(3);
  const undo = page.getByRole("button", { name: text("editor.undo"), exact: true });
  for (const count of [2, 2, 1, 0]) {
    await undo.click();
    await expect(layers(page)).toHaveCount(count);
  }
  await expect(undo).toBeDisabled();
  const redo = page.getByRole("button", { name: text("editor.redo"), exact: true });
  for (let step = 0; step < 4; step += 1) await redo.click();
  await expect(layers(page)).toHaveCount(3);

  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText(text("saved_as_new"), { exact: true })).toBeVisible();
});
