import type { Page } from "@playwright/test";
import { PIXEL, packed } from "../harness/made-files.ts";
import { body, expectKept, keep, open, storedBody, text, title } from "../harness/memos.ts";
import { giveRecogniser } from "../harness/speech.ts";
import { expect, test } from "../harness/test.ts";
import { textsOf } from "../harness/texts.ts";

const voiceText = textsOf("voice");

const button = (page: Page, key: string) => page.getByRole("button", { name: text(key), exact: true });
const memos = (page: Page) => page.getByRole("list", { name: text("memos"), exact: true });
const type = (page: Page) => page.getByRole("combobox", { name: text("type"), exact: true });
const read = (page: Page) => page.getByRole("radio", { name: text("read"), exact: true }).check();

// spec §3: "Memo: type (notes, readings, videos, PDFs, highlights, images, search results, chats, tweets, audio to text, others)"
// spec §3: "audio to text"
test("memos link to each other, as typed and imported, and pages and spoken words become memos of their own types", async ({
  operator: page,
}) => {
  await test.step("two brackets lead to another memo, which says what leads to it", async () => {
    const moon = await keep(page, { title: "Our moon" });
    const tide = await keep(page, { title: "Tides" });
    await open(page, `/home/memo/${tide}`);
    await body(page).pressSequentially("Pulled by [[");
    const dialog = page.getByRole("dialog", { name: text("link_memo"), exact: true });
    await dialog.getByRole("searchbox").fill("moon");
    await expect(dialog.getByRole("listitem")).toHaveCount(1);
    await dialog.getByRole("searchbox").press("Enter");
    await expect(body(page)).toHaveText("Pulled by Our moon");
    await expect(body(page)).toBeFocused();
    await page.keyboard.type(" each day");
    await expectKept(page);
    expect(await storedBody(page, tide)).toBe(`Pulled by [Our moon](/home/memo/${moon}) each day`);
    await read(page);
    await page.getByRole("article").getByRole("link", { name: "Our moon", exact: true }).click();
    await expect(page).toHaveURL(new RegExp(`/home/memo/${moon}$`));
    await expect(title(page)).toHaveValue("Our moon");
    const leading = page.getByRole("region", { name: text("linked_from"), exact: true });
    await leading.getByRole("link", { name: "Tides", exact: true }).click();
    await expect(title(page)).toHaveValue("Tides");
  });

  // issue 5: "Memo: … import (Markdown folders, …)"
  await test.step("a vault is brought with its pictures and its links", async () => {
    await open(page, "/home/memo");
    await button(page, "import_export").click();
    const dialog = page.getByRole("dialog");
    const bring = (buffer: Buffer) =>
      dialog
        .getByLabel(text("choose_file"), { exact: true })
        .first()
        .setInputFiles({ name: "vault.zip", mimeType: "application/zip", buffer });
    await bring(packed({ "note.md": "words", "a.png": "<svg onload=alert(1)>" }));
    // spec §8: "Failed to load image"
    await expect(dialog.getByRole("alert")).toContainText("Failed to load image");
    await expect(dialog.getByRole("alert")).toContainText("a.png");
    await bring(
      packed({
        "Trips/Boat.md": "![[boat.png]]\n\nSee [[Moon]].",
        "Moon.md": "It pulls the sea.",
        "Files/boat.png": PIXEL,
      }),
    );
    await expect(
      dialog.getByText(text("import_counts", { added: 2, present: 0, left_out: 0 })),
    ).toBeVisible();
    await expect(dialog.getByText(text("import_pictures_one", { count: 1 }))).toBeVisible();
    await dialog.getByRole("button", { name: text("import_now"), exact: true }).click();
    await expect(dialog.getByText(text("import_done"), { exact: true })).toBeVisible();
    await page.keyboard.press("Escape");
    await memos(page).getByRole("link", { name: "Boat", exact: true }).click();
    const picture = page.getByRole("img", { name: text("picture_of", { title: "Boat" }), exact: true });
    await expect(picture).toBeVisible();
    await expect.poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(1);
    await read(page);
    await page.getByRole("article").getByRole("link", { name: "Moon", exact: true }).click();
    await expect(title(page)).toHaveValue("Moon");
  });

  await test.step("a page is kept by its address, as what it is, and said to be kept already", async () => {
    await open(page, "/home/memo");
    await button(page, "add_else").click();
    await page.getByRole("menuitem", { name: text("keep_page"), exact: true }).click();
    const dialog = page.getByRole("dialog");
    const address = dialog.getByRole("textbox", { name: text("address"), exact: true });
    await address.fill("x.com/ana/status/1840");
    await dialog.getByRole("textbox", { name: text("title_optional"), exact: true }).fill("Ana, of tides");
    await dialog.getByRole("button", { name: text("keep_now"), exact: true }).click();
    await expect(page).toHaveURL(/\/home\/memo\/[0-9a-f-]{36}$/);
    await expect(type(page)).toContainText(text("kinds.tweet"));
    await expect(page.getByRole("article").getByRole("link", { name: "x.com" })).toHaveAttribute(
      "href",
      "https://x.com/ana/status/1840",
    );
    await expect(title(page)).toHaveValue("Ana, of tides");
    await title(page).fill("What Ana said");
    await expectKept(page);

    await page
      .getByRole("main")
      .getByRole("link", { name: text("memos"), exact: true })
      .click();
    await button(page, "add_else").click();
    await page.getByRole("menuitem", { name: text("keep_page"), exact: true }).click();
    await address.fill("https://x.com/ana/status/1840");
    await expect(dialog.getByText(text("kept_already", { title: "What Ana said" }))).toBeVisible();
    await dialog.getByRole("link", { name: text("open"), exact: true }).click();
    await expect(title(page)).toHaveValue("What Ana said");
    await expect(page.getByRole("link", { name: text("read_page"), exact: true })).toHaveAttribute(
      "href",
      /\/home\/read\?q=https%3A%2F%2Fx\.com%2Fana%2Fstatus%2F1840$/,
    );
    // What it is can be changed to any type.
    await type(page).click();
    await page.getByRole("option", { name: text("kinds.other"), exact: true }).click();
    await expect(type(page)).toContainText(text("kinds.other"));
  });

  await test.step("what is said becomes a memo of its own type", async () => {
    await giveRecogniser(page);
    await open(page, "/home/memo");
    await button(page, "add_else").click();
    await page.getByRole("menuitem", { name: text("speak"), exact: true }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: voiceText("start"), exact: true }).click();
    for (const said of ["High water", "is at noon"])
      await page.evaluate(
        `recogniser.onresult({resultIndex:0,results:[{isFinal:true,0:{transcript:'${said}'}}]})`,
      );
    await expect(dialog.getByText("High water is at noon")).toBeVisible();
    await dialog.getByRole("button", { name: text("keep_now"), exact: true }).click();
    await expect(page).toHaveURL(/\/home\/memo\/[0-9a-f-]{36}$/);
    await expect(type(page)).toContainText(text("kinds.audio_to_text"));
    await expect(page.getByRole("article")).toContainText("High water is at noon");
  });
});
