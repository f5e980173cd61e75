import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import { call } from "../harness/api.ts";
import { chatArchive, importArchive } from "../harness/archive.ts";
import { expect, test } from "../harness/test.ts";
import { textsOf } from "../harness/texts.ts";

const text = textsOf("chat");
const fenced = (code: string) => `\`\`\`mermaid\n${code}\n\`\`\``;

async function saved(page: Page, button: Locator): Promise<Buffer> {
  const download = page.waitForEvent("download");
  await button.click();
  return readFile(await (await download).path());
}

test("a diagram is drawn, saved and shown as code, and a broken one stays code", async ({
  operator,
  server,
}) => {
  const answer = [
    fenced("graph TD\n  A[Start] --> B{جاهز؟}\n  B --> C[(完了)]"),
    fenced("graph TD\n  A[[[ -->"),
  ];
  await importArchive(operator, chatArchive("Diagrams", [answer.join("\n\n")]));
  const list = await call<{ items: { id: string }[] }>(operator, "GET", "/api/chat/conversations");
  await operator.goto(`${server.url}/home/chat/chat/${list.items[0]?.id}`);
  const diagram = operator.getByRole("img", { name: text("diagram") });
  await expect(diagram).toBeVisible();
  await expect.poll(() => diagram.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(50);
  await expect(operator.getByText(text("diagram_failed"))).toBeVisible();
  await expect(operator.getByText("A[[[ -->")).toBeVisible();

  const button = (name: string) => operator.getByRole("button", { name: text(name), exact: true });
  const svg = (await saved(operator, button("diagram_save_svg"))).toString();
  expect(svg).toContain("Start");
  expect(svg).not.toMatch(/<script|foreignObject|https?:\/\/(?!www\.w3\.org)/i);
  const png = await saved(operator, button("diagram_save_png"));
  expect(png.subarray(1, 4).toString()).toBe("PNG");

  const light = await diagram.getAttribute("src");
  await operator.evaluate(() => {
    document.documentElement.dataset.theme = "dark";
  });
  await expect.poll(() => diagram.getAttribute("src"), "drawn anew in the dark").not.toBe(light);

  await button("diagram_show_code").click();
  await expect(operator.getByText("A[Start] --> B{جاهز؟}")).toBeVisible();
  await button("diagram_show").click();
  await expect(diagram).toBeVisible();
});
