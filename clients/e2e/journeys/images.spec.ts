import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import { uuidV7 } from "../../contract/uuid-v7.ts";
import { call } from "../harness/api.ts";
import { expectNoBarriers } from "../harness/barriers.ts";
import { FakeImages, picture } from "../harness/fake-images.ts";
import { connect } from "../harness/people.ts";
import { expect, test } from "../harness/test.ts";
import { textsOf } from "../harness/texts.ts";
import { visit } from "../harness/visit.ts";

const text = textsOf("images");
const appText = textsOf("image_apps");
const chatText = textsOf("chat");
const mediaText = textsOf("media");

const CREDITS = 500;
const PROMPT = "A yellow lamp in a dark room";

const button = (page: Page | Locator, key: string, values?: Record<string, string>) =>
  page.getByRole("button", { name: text(key, values), exact: true });
const prompt = (page: Page) => page.getByRole("textbox", { name: text("prompt"), exact: true });
const gallery = (page: Page) => page.getByRole("list", { name: text("gallery"), exact: true });
/** Buttons of the gallery that open an image. */
const images = (page: Page) => gallery(page).locator("button[data-index]");

/** Drops files onto the page, as from the person's folders. */
async function drop(page: Page, target: Locator, names: readonly string[]): Promise<void> {
  const data = await page.evaluateHandle(
    ([content, names]) => {
      const bytes = Uint8Array.from(atob(content as string), (letter) => letter.charCodeAt(0));
      const transfer = new DataTransfer();
      for (const name of names as string[])
        transfer.items.add(new File([bytes], name, { type: "image/png" }));
      return transfer;
    },
    [picture(400).toString("base64"), [...names]] as const,
  );
  await target.dispatchEvent("dragover", { dataTransfer: data });
  await target.dispatchEvent("drop", { dataTransfer: data });
}

// spec §2: "/image-tools/* (the image tools listed in section 1 …)"
test("images that are dropped onto a tool go through it without a model, are downloaded, and are in the gallery", async ({
  operator: page,
  server,
}) => {
  await visit(page, `${server.url}/image-tools`);
  await expectNoBarriers(page, "the image tools");
  await page.getByRole("link", { name: new RegExp(`^${text("tool.sketch")}`) }).click();
  await expect(page).toHaveURL(/\/image-tools\/sketch$/);
  await expect(page.getByText(text("label.filter"), { exact: true })).toBeVisible();

  const desk = page.getByRole("form", { name: text("tool.sketch"), exact: true });
  await drop(page, desk, ["lamp.png", "harbor.png"]);
  await page.getByRole("button", { name: text("start_count_other", { count: 2 }), exact: true }).click();
  const links = button(desk, "download");
  await expect(links).toHaveCount(2, { timeout: 60_000 });
  await expect(page.getByRole("slider", { name: text("compare"), exact: true })).toHaveCount(2);
  const downloaded = page.waitForEvent("download");
  await links.first().click();
  const file = await downloaded;
  expect(file.suggestedFilename()).toMatch(/^(lamp|harbor)-sketch\.(png|jpg)$/);
  const content = await readFile(await file.path());
  expect(content.equals(picture(400))).toBe(false);
  expect(content.length).toBeGreaterThan(500);
  await page.mouse.move(0, 0);
  await expectNoBarriers(page, "images that went through a tool");

  await visit(page, `${server.url}/home/image`);
  const made = gallery(page).getByRole("button", { name: text("tool.sketch"), exact: true });
  await expect(made).toHaveCount(2);
  await made.first().click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText(text("tool.sketch"), { exact: true }).first()).toBeVisible();
  await dialog.getByRole("button", { name: /^More options for/ }).click();
  await page.getByRole("menuitem", { name: text("delete"), exact: true }).click();
  await page.keyboard.press("Escape");
  await expect(made).toHaveCount(1);
  await button(page, "undo").click();
  await expect(made).toHaveCount(2);

  // An image of the gallery goes to another tool, and what comes out is compared with it.
  await made.first().click();
  await dialog.getByRole("button", { name: /^More options for/ }).click();
  await page.getByRole("menuitem", { name: text("tools"), exact: true }).press("ArrowRight");
  await page.getByRole("menuitem", { name: text("tool.enhance"), exact: true }).press("Enter");
  await expect(page).toHaveURL(/\/image-tools\/enhancer\?file=[\w-]+&parent=[\w-]+$/);
  await page.getByRole("button", { name: text("start"), exact: true }).click();
  await expect(button(page, "download")).toHaveCount(1, { timeout: 60_000 });
  await visit(page, `${server.url}/home/image`);
  await gallery(page)
    .getByRole("button", { name: text("tool.enhance"), exact: true })
    .click();
  await button(dialog, "compare").click();
  await expect(dialog.getByRole("slider", { name: text("compare"), exact: true })).toBeVisible();

  // It goes to a chat, where its person asks.
  await dialog.getByRole("button", { name: /^More options for/ }).click();
  await page.getByRole("menuitem", { name: text("ask_about"), exact: true }).click();
  await expect(page).toHaveURL(/\/home\/chat$/);
  await expect(page.getByText(/^Enhance.*\.(?:png|jpg)$/).first()).toBeVisible();
});

// spec §4: "Studio modes: … design tool, … realtime canvas, …"
test("a drawing is made into an image again while it is drawn, and a design opens with its layers", async ({
  operator: page,
  server,
}) => {
  await visit(page, `${server.url}/home/image/canvas`);
  const board = page.getByRole("application", { name: appText("canvas.label"), exact: true });
  const draw = async (from: number, to: number) => {
    const box = await board.boundingBox();
    if (!box) throw new Error("the canvas has no place");
    const at = (share: number) => [box.x + share * box.width, box.y + share * box.height] as const;
    await page.mouse.move(...at(from));
    await page.mouse.down();
    await page.mouse.move(...at(to), { steps: 5 });
    await page.mouse.up();
  };
  await draw(0.2, 0.5);
  await page.getByRole("button", { name: appText("live.start"), exact: true }).click();
  const result = page.getByRole("link", { name: appText("live.open"), exact: true });
  await expect(result).toBeVisible();
  const first = await result.getAttribute("href");
  await expectNoBarriers(page, "the realtime canvas");
  await draw(0.6, 0.9);
  await expect(result).not.toHaveAttribute("href", first ?? "");
  await page.getByRole("button", { name: appText("live.stop"), exact: true }).click();
  await page.reload();
  await expect(button(page, "undo")).toBeEnabled();

  await visit(page, `${server.url}/home/image/design`);
  await page.getByRole("link", { name: appText("design_layout.event"), exact: true }).click();
  await expect(page).toHaveURL(/\/home\/image\/edit\/[\w-]{36}\?design=square_post\.event\.ocean$/);
  await expect(page.getByRole("option", { name: new RegExp(appText("design_text.date")) })).toBeVisible();
});

test("an image is made for a price that was said before, its settings are used again, and the next one is made from it", async ({
  operator: page,
  server,
}) => {
  const provider = await FakeImages.start();
  await connect(page, "Studio", provider.url);
  const { me } = await call<{ me: { workspace_id: string } }>(page, "GET", "/api/accounts/session");
  const grant = { meter: "advanced_credit", amount: CREDITS, ends_at: null, reason: "To try it" };
  await call(page, "POST", "/api/admin/grants", { id: uuidV7(), workspace_id: me.workspace_id, ...grant });

  await visit(page, `${server.url}/home/image`);
  await prompt(page).fill(PROMPT);
  await page.reload();
  await expect(prompt(page)).toHaveValue(PROMPT);
  const cost = chatText("cost_advanced_credit_other", { count: 25 });
  await expect(page.getByText(cost).first()).toBeVisible();

  // A refusal charges nothing, and says what the provider says.
  provider.refusals.push("Your request was rejected by the safety system.");
  await button(page, "create_action").click();
  await expect(page.getByText(mediaText("not_charged"), { exact: true })).toBeVisible();
  await expect(page.getByText(/rejected by the safety system/).first()).toBeVisible();
  await button(page, "dismiss").click();

  await button(page, "create_action").click();
  await expect(page.getByText(mediaText("charged", { price: cost }), { exact: true })).toBeVisible();
  await expect(images(page)).toHaveCount(1);
  expect(provider.wishes.at(-1)).toEqual({ prompt: PROMPT, references: 0 });
  await expectNoBarriers(page, "the studio with an image");

  await prompt(page).fill("Something else");
  await images(page).first().click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText(cost, { exact: true })).toBeVisible();
  await expectNoBarriers(page, "an image with how it was made");
  await dialog.getByRole("button", { name: /^More options for/ }).click();
  await page.getByRole("menuitem", { name: text("use_settings"), exact: true }).click();
  await expect(prompt(page)).toHaveValue(PROMPT);

  await images(page).first().click();
  await button(dialog, "remix").click();
  await prompt(page).fill("The same at noon");
  await button(page, "create_action").click();
  await expect(images(page)).toHaveCount(2);
  expect(provider.wishes.at(-1)).toEqual({ prompt: "The same at noon", references: 1 });
  await images(page).first().click();
  await expect(dialog.getByText(text("made_from"), { exact: true })).toBeVisible();
  await provider.stop();
});

// spec §2: "/home/artist/{name}/{uid}"
test("each turn of a chat about pictures edits the last one, also after a reload", async ({
  operator: page,
  server,
}) => {
  const provider = await FakeImages.start();
  await connect(page, "Studio", provider.url);
  const { me } = await call<{ me: { workspace_id: string } }>(page, "GET", "/api/accounts/session");
  const grant = { meter: "advanced_credit", amount: CREDITS, ends_at: null, reason: "To try it" };
  await call(page, "POST", "/api/admin/grants", { id: uuidV7(), workspace_id: me.workspace_id, ...grant });

  await visit(page, `${server.url}/home/artist`);
  const field = page.getByRole("textbox", { name: text("artist_field"), exact: true });
  await field.fill(PROMPT);
  await field.press("Enter");
  await expect(page).toHaveURL(/\/home\/artist\/a-yellow-lamp-in-a-dark-room\/[0-9a-f-]{36}$/);
  await expect(page.getByText(text("edits_this"), { exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByText(PROMPT, { exact: true }).first()).toBeVisible();
  await expect(page.getByText(text("edits_this"), { exact: true })).toBeVisible();
  await field.fill("Make it green");
  await field.press("Enter");
  await expect(page.getByRole("button", { name: text("edit_this"), exact: true })).toBeVisible();
  expect(provider.wishes).toEqual([
    { prompt: PROMPT, references: 0 },
    { prompt: "Make it green", references: 1 },
  ]);
  await expectNoBarriers(page, "a chat about pictures");
  await provider.stop();
});
