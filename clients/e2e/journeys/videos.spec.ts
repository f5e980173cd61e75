import type { Locator, Page } from "@playwright/test";
import { uuidV7 } from "../../contract/uuid-v7.ts";
import { call } from "../harness/api.ts";
import { expectNoBarriers } from "../harness/barriers.ts";
import { picture } from "../harness/fake-images.ts";
import { FakeVideos } from "../harness/fake-videos.ts";
import { connect } from "../harness/people.ts";
import { expect, test } from "../harness/test.ts";
import { textsOf } from "../harness/texts.ts";
import { visit } from "../harness/visit.ts";

const text = textsOf("videos");
const chatText = textsOf("chat");
const mediaText = textsOf("media");

const PROMPT = "A yellow lamp swings in a dark room";

const button = (page: Page | Locator, key: string) =>
  page.getByRole("button", { name: text(key), exact: true });
const prompt = (page: Page) => page.getByRole("textbox", { name: text("prompt"), exact: true });
const videos = (page: Page) =>
  page.getByRole("list", { name: text("history"), exact: true }).locator("video");

// spec §4: "Video generation: queued with a position, generating, finished (email notice), failed."
test("a video is made for a price that was said before, plays, and is remixed with a first frame; one that is stopped costs nothing", async ({
  operator: page,
  server,
}) => {
  await visit(page, `${server.url}/home/video`);
  await expect(page.getByText(text("no_model"), { exact: true })).toBeVisible();
  await expectNoBarriers(page, "videos without a model");

  const provider = await FakeVideos.start();
  await connect(page, "Studio", provider.url);
  const { me } = await call<{ me: { workspace_id: string } }>(page, "GET", "/api/accounts/session");
  const grant = { meter: "advanced_credit", amount: 500, ends_at: null, reason: "To try it" };
  await call(page, "POST", "/api/admin/grants", { id: uuidV7(), workspace_id: me.workspace_id, ...grant });

  await visit(page, `${server.url}/home/video`);
  await prompt(page).fill(PROMPT);
  await page.reload();
  await expect(prompt(page)).toHaveValue(PROMPT);
  await page.getByRole("radio", { name: "8 sec" }).check();
  const cost = chatText("cost_advanced_credit_other", { count: 80 });
  await expect(page.getByText(cost, { exact: true })).toBeVisible();
  await button(page, "create").click();
  await expect(page.getByText(text("notified_when_done"), { exact: true })).toBeVisible();
  await expect(page.getByText(mediaText("charged", { price: cost }), { exact: true })).toBeVisible({
    timeout: 40_000,
  });
  expect(provider.wishes.at(-1)).toMatchObject({
    fields: { model: "sora-2", prompt: PROMPT, seconds: "8" },
    frames: 0,
  });
  await expect(videos(page)).toHaveCount(1);
  await page.mouse.move(0, 0);
  await expectNoBarriers(page, "videos with one that was made");

  await page.getByRole("link", { name: PROMPT, exact: true }).click();
  await expect(page).toHaveURL(/\/home\/video\/[0-9a-f-]{36}$/);
  const player = page.locator("video");
  await player.evaluate((element) => (element as HTMLVideoElement).play());
  await expect.poll(() => player.evaluate((element) => (element as HTMLVideoElement).videoWidth)).toBe(32);
  await expectNoBarriers(page, "a video with how it was made");

  await button(page, "remix").click();
  await expect(prompt(page)).toHaveValue(PROMPT);
  await expect(page).toHaveURL(/\/home\/video$/);
  await page.getByRole("radio", { name: text("remix_anew"), exact: true }).check();
  await prompt(page).fill("The same at noon");
  await page.getByRole("combobox", { name: text("source"), exact: true }).click();
  await page.getByRole("option", { name: text("source.first_frame"), exact: true }).click();
  await expect(page.getByText(text("missing.first_frame"), { exact: true })).toBeVisible();
  await page
    .getByLabel(text("frame.first"), { exact: true })
    .locator("input[type=file]")
    .setInputFiles({ name: "lamp.png", mimeType: "image/png", buffer: picture(400) });
  await expect(page.getByRole("img", { name: "lamp.png", exact: true })).toBeVisible();
  provider.isSlow = true;
  await button(page, "create").click();
  await expect.poll(() => provider.wishes.at(-1)?.fields.prompt).toBe("The same at noon");
  expect(provider.wishes.at(-1)?.frames).toBe(1);
  await button(page, "stop").click();
  await expect(page.getByText(mediaText("stopped_free"), { exact: true })).toBeVisible();
  await expect.poll(() => provider.cancelled).toEqual(["video-2"]);
  await expect(videos(page)).toHaveCount(1);
  await provider.stop();
});
