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
  test.setTimeout(120_000);
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
});

test("an image is made for a price that was said before, its settings are used again, and the next one is made from it", async ({
  operator: page,
  server,
}) => {
  test.setTimeout(120_000);
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
  await expect(page.getByText(mediaText("not_charged"), { exact: true })).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText(/rejected by the safety system/).first()).toBeVisible();
  await button(page, "dismiss").click();

  await button(page, "create_action").click();
  await expect(page.getByText(mediaText("charged", { price: cost }), { exact: true })).toBeVisible({
    timeout: 30_000,
  });
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
  await expect(images(page)).toHaveCount(2, { timeout: 30_000 });
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
  test.setTimeout(120_000);
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
  await expect(page.getByText(text("edits_this"), { exact: true })).toBeVisible({ timeout: 30_000 });
  await page.reload();
  await expect(page.getByText(PROMPT, { exact: true }).first()).toBeVisible();
  await expect(page.getByText(text("edits_this"), { exact: true })).toBeVisible();
  await field.fill("Make it green");
  await field.press("Enter");
  await expect(page.getByRole("button", { name: text("edit_this"), exact: true })).toBeVisible({
    timeout: 30_000,
  });
  expect(provider.wishes).toEqual([
    { prompt: PROMPT, references: 0 },
    { prompt: "Make it green", references: 1 },
  ]);
  await expectNoBarriers(page, "a chat about pictures");
  await provider.stop();
});
