import type { Page } from "@playwright/test";
import { uuidV7 } from "../../contract/uuid-v7.ts";
import { call } from "../harness/api.ts";
import { Chat } from "../harness/chat.ts";
import { PIXEL } from "../harness/made-files.ts";
import { body, text, title } from "../harness/memos.ts";
import { connect } from "../harness/people.ts";
import { expect, models, test } from "../harness/test.ts";
import { textsOf } from "../harness/texts.ts";
import { visit } from "../harness/visit.ts";

const conflictText = textsOf("conflict");
const frameText = textsOf("frame");
const chatText = textsOf("chat");

const button = (page: Page, key: string, values?: Record<string, string>) =>
  page.getByRole("button", { name: text(key, values), exact: true });
const memos = (page: Page) => page.getByRole("list", { name: text("memos"), exact: true });

// spec §2: "Memory drawer (home, manage, suggestions); memo list and grid with tags, image summary, multi-select; note editor"
// spec §8: "Failed to create memo"
test("a note is saved as it is typed, found, tagged and restored, and a failure to create one is shown", async ({
  operator: page,
}) => {
  await test.step("a note is kept as it is typed, found, tagged, and brought back after it was deleted", async () => {
    await page.getByRole("link", { name: frameText("memo"), exact: true }).click();
    await expect(page).toHaveURL(/\/home\/memo$/);
    await page
      .getByRole("button", { name: text("new_note"), exact: true })
      .first()
      .click();
    await expect(page).toHaveURL(/\/home\/memo\/[0-9a-f-]{36}$/);
    const address = page.url();
    await title(page).fill("Tides of the harbour");
    await body(page).pressSequentially("High water is at **noon**.");
    await expect(page.getByText(text("states.kept"), { exact: true })).toBeVisible();
    await page.reload();
    await expect(title(page)).toHaveValue("Tides of the harbour");
    await expect(body(page)).toHaveText("High water is at noon.");
    await expect(body(page).locator("strong")).toHaveText("noon");

    // spec §5: "Tag at most 36 characters; duplicate gives \"Same tag existed\"."
    const tag = page.getByRole("combobox", { name: text("add_tag"), exact: true });
    await tag.fill("Sea");
    await tag.press("Enter");
    await expect(button(page, "remove_tag", { name: "Sea" })).toBeVisible();
    await tag.fill("SEA");
    await tag.press("Enter");
    await expect(page.getByText("Same tag existed")).toBeVisible();

    await page
      .getByRole("main")
      .getByRole("link", { name: text("memos"), exact: true })
      .click();
    await expect(memos(page).getByRole("listitem")).toHaveCount(1);
    await page.getByRole("searchbox", { name: text("search") }).fill("noo");
    await expect(memos(page).getByRole("link", { name: "Tides of the harbour" })).toBeVisible();
    await page.getByRole("searchbox", { name: text("search") }).fill("midnight");
    await expect(page.getByText(text("nothing_found"), { exact: true })).toBeVisible();
    await page.getByRole("searchbox", { name: text("search") }).fill("");
    await page
      .getByRole("list", { name: text("tags"), exact: true })
      .getByRole("button")
      .click();
    await expect(memos(page).getByRole("listitem")).toHaveCount(1);

    await button(page, "select").click();
    await page
      .getByRole("checkbox", { name: text("select_title", { title: "Tides of the harbour" }) })
      .check();
    await page
      .getByRole("toolbar")
      .getByRole("button", { name: text("delete"), exact: true })
      .click();
    await expect(memos(page).getByRole("listitem")).toHaveCount(0);
    await button(page, "undo").click();
    await expect(memos(page).getByRole("listitem")).toHaveCount(1);
    await page.goto(address);
    await expect(title(page)).toHaveValue("Tides of the harbour");
  });

  await test.step("a memo that cannot be made is said to be so", async () => {
    await visit(page, `${new URL(page.url()).origin}/home/memo`);
    await page.route("**/api/memos", (route) =>
      route.request().method() === "POST"
        ? route.fulfill({
            status: 503,
            json: { code: "api.unavailable", message: "-", status: 503, params: {} },
          })
        : route.continue(),
    );
    await page
      .getByRole("button", { name: text("new_note"), exact: true })
      .first()
      .click();
    await title(page).fill("Ebb");
    await expect(page.getByRole("alert").getByText("Failed to create memo")).toBeVisible();
  });
});

// spec §8: "Unable to locate the original text"
test("edits in two places never overwrite each other, a missing passage is reported, and an answer is kept as a memo", async ({
  connected: page,
}) => {
  await test.step("what was changed elsewhere meanwhile is not overwritten", async () => {
    const id = "019aa000-0000-7000-8000-00000000a001";
    const path = `/api/memos/${id}`;
    const kept = async () => (await call<{ body: string }>(page, "GET", path)).body;
    await call(page, "POST", "/api/memos", { id, title: "List", body: "Milk" });
    await visit(page, `${new URL(page.url()).origin}/home/memo/${id}`);
    await expect(body(page)).toHaveText("Milk");
    let changed = false;
    await page.route(`**${path}`, async (route) => {
      if (route.request().method() === "PATCH" && !changed) {
        changed = true;
        await call(page, "PATCH", path, { body: "Milk, bread" });
      }
      await route.continue();
    });
    await body(page).fill("Milk, tea");
    await expect(page.getByText(conflictText("title"), { exact: true })).toBeVisible();
    await expect(body(page)).toHaveText("Milk, tea");
    expect(await kept()).toBe("Milk, bread");
    await page.getByRole("button", { name: conflictText("keep_mine"), exact: true }).click();
    await expect(page.getByText(text("states.kept"), { exact: true })).toBeVisible();
    expect(await kept()).toBe("Milk, tea");
  });

  // security P11: "no lost updates between tabs/devices: If-Match version on edits ⇒ 412 + merge UI"
  await test.step("two tabs that write into one memo lose no word of either", async () => {
    const id = "019aa000-0000-7000-8000-00000000a002";
    const path = `/api/memos/${id}`;
    const kept = async () => (await call<{ body: string }>(page, "GET", path)).body;
    await call(page, "POST", "/api/memos", { id, title: "List", body: "Milk" });
    const address = `${new URL(page.url()).origin}/home/memo/${id}`;
    const other = await page.context().newPage();
    await page.goto(address);
    await other.goto(address);
    await expect(body(page)).toHaveText("Milk");
    await expect(body(other)).toHaveText("Milk");

    // Both are at it before either is kept.
    await page.route(`**${path}`, async (route) => {
      if (route.request().method() === "PATCH" && (await kept()) === "Milk") {
        await body(other).fill("Milk and bread");
        await expect.poll(kept).toBe("Milk and bread");
      }
      await route.continue();
    });
    await body(page).fill("Milk and tea");
    await expect(page.getByText(conflictText("title"), { exact: true })).toBeVisible();
    const difference = page.getByRole("region", { name: text("text"), exact: true });
    await expect(difference.getByRole("deletion")).toContainText("bread");
    await expect(difference.getByRole("insertion")).toContainText("tea");
    await expect(body(page)).toHaveText("Milk and tea");
    expect(await kept()).toBe("Milk and bread");

    await page.getByRole("button", { name: conflictText("edit_both"), exact: true }).click();
    await expect(body(page)).toHaveText("Milk and bread tea");
    await body(page).fill("Milk, bread and tea");
    await expect(page.getByText(text("states.kept"), { exact: true })).toBeVisible();
    await expect.poll(kept).toBe("Milk, bread and tea");
    await expect(body(other)).toHaveText("Milk, bread and tea");
  });

  await test.step("a passage that is no longer there is said to be so", async () => {
    const id = "019aa000-0000-7000-8000-00000000a003";
    await call(page, "POST", "/api/memos", { id, title: "Moon", body: "It pulls the sea." });
    await visit(page, `${new URL(page.url()).origin}/home/memo/${id}?q=It%20pushes%20the%20sea.`);
    await expect(page.getByText("Unable to locate the original text")).toBeVisible();
  });

  await test.step("an answer is kept as a memo", async () => {
    const chat = new Chat(page);
    await chat.openNew();
    await chat.chooseModel(models.quick);
    await chat.field.fill("What is a tide?");
    await chat.field.press("Enter");
    await chat.expectDone();
    await button(page, "save_as_memo").click();
    await button(page, "open").click();
    await expect(page).toHaveURL(/\/home\/memo\/[0-9a-f-]{36}$/);
    await expect(page.getByRole("combobox", { name: text("type") })).toContainText(text("kinds.chat"));
    // It leads back to the answer.
    await page.getByRole("link", { name: text("comes_from"), exact: true }).click();
    await expect(page).toHaveURL(/\/home\/chat\/[^/]+\/[0-9a-f-]{36}/);
    await expect(chat.answer).toBeVisible();
  });
});

// spec §1: "Memo (personal notes with tags, types, search and an ask-memo function)."
test("memos are exported and imported, and a question over them is answered from a passage", async ({
  operator: page,
}) => {
  await test.step("memos are taken along, and brought again where they are no more", async () => {
    await call(page, "POST", "/api/memos", {
      id: uuidV7(),
      title: "Tide tables",
      body: "High water is at noon.",
    });
    await visit(page, new URL("/home/memo", page.url()).href);
    await button(page, "import_export").click();
    const [saved] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: text("export_all"), exact: true }).click(),
    ]);
    const file = await saved.path();
    await page.getByLabel(text("choose_file"), { exact: true }).first().setInputFiles(file);
    const counts = (added: number, present: number) =>
      page.getByText(text("import_counts", { added, present, left_out: 0 }));
    await expect(counts(0, 1)).toBeVisible();
    await page.keyboard.press("Escape");

    const bookmarks =
      '<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><DT><A HREF="https://example.org/">Harbour</A></DL>';
    await button(page, "import_export").click();
    await page
      .getByLabel(text("choose_file"), { exact: true })
      .first()
      .setInputFiles({ name: "b.html", mimeType: "text/html", buffer: Buffer.from(bookmarks) });
    await expect(counts(1, 0)).toBeVisible();
    await button(page, "import_now").click();
    await expect(page.getByText(text("import_done"), { exact: true })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(memos(page).getByRole("link", { name: "Harbour" })).toBeVisible();
  });

  await test.step("a question over memos is answered with numbers that lead to the passage", async () => {
    const id = "019aa000-0000-7000-8000-00000000a004";
    const filler = "Nothing of note happened on that day, and the weather was dull. ".repeat(60);
    await call(page, "POST", "/api/memos", {
      id,
      title: "Dates",
      kind: "reading",
      body: `${filler}\n\nThe dentist expects me on **Tuesday** at ten.\n\n${filler}`,
    });
    await visit(page, `${new URL(page.url()).origin}/home/memo`);
    await page
      .getByRole("textbox", { name: text("ask"), exact: true })
      .fill("When does the dentist expect me?");
    await button(page, "ask_now").click();
    const answer = page.getByRole("region", { name: text("answer_from_memos"), exact: true });
    await expect(answer).toContainText("The dentist expects me on Tuesday at ten.");
    const sources = answer.getByRole("list", { name: text("answer_sources"), exact: true });
    await sources.getByRole("link", { name: "Dates" }).click();
    await expect(page).toHaveURL(new RegExp(`/home/memo/${id}`));
    await expect(page.getByText("The dentist expects me on")).toBeInViewport();
  });
});

// spec §2: "memo list and grid with tags, image summary, multi-select"
// spec §5: "Image summary: summarizing, complete, failed, cancelled."
test("a picture becomes a memo, is shown in both views, summarized and found", async ({
  operator: page,
  provider,
}) => {
  // issue 5: "Memo: notes, readings, videos, PDFs, highlights, images, …"
  await test.step("a picture is kept as a memo, and shown in the grid and in the list", async () => {
    await addPicture(page);
    await expect(title(page)).toHaveValue("board");
    const picture = page.getByRole("img", { name: text("picture_of", { title: "board" }), exact: true });
    await expect(picture).toBeVisible();
    await page
      .getByRole("main")
      .getByRole("link", { name: text("memos"), exact: true })
      .click();
    await expect(
      memos(page).getByRole("img", { name: text("picture_of", { title: "board" }) }),
    ).toBeVisible();
    await page.getByRole("radio", { name: text("list"), exact: true }).check();
    await expect(
      memos(page).getByRole("img", { name: text("picture_of", { title: "board" }) }),
    ).toBeVisible();
  });

  await test.step("a picture is summarised by a model that takes pictures, and found by that", async () => {
    await memos(page).getByRole("link", { name: "board" }).click();
    const summary = page.getByRole("region", { name: text("picture_summary"), exact: true });
    await expect(summary.getByText(text("summary_needs_model"), { exact: true })).toBeVisible();
    await expect(summary.getByRole("link", { name: text("connect_model"), exact: true })).toBeVisible();

    await connect(page, "Fake", provider.url);
    await page.reload();
    // Whom to ask, and what it costs, is there before it is asked.
    await expect(
      summary.getByRole("combobox", { name: `${text("summary_model")}: ${models.seeing}`, exact: true }),
    ).toBeVisible();
    // It says what it was shown.
    await button(page, "summarise_picture").click();
    await expect(summary.getByText("image/png")).toBeVisible();
    await page.reload();
    await expect(summary.getByText("image/png")).toBeVisible();
    await expect(button(page, "summarise_again")).toBeVisible();
    await summary.getByRole("button", { name: chatText("receipt"), exact: true }).click();
    await expect(page.getByRole("definition").filter({ hasText: models.seeing })).toBeVisible();
    await page.keyboard.press("Escape");

    await page
      .getByRole("main")
      .getByRole("link", { name: text("memos"), exact: true })
      .click();
    await page.getByRole("radio", { name: text("grid"), exact: true }).check();
    await expect(memos(page).getByText("image/png")).toBeVisible();
    await page.getByRole("radio", { name: text("list"), exact: true }).check();
    await expect(memos(page).getByText("image/png")).toBeVisible();
    await page.getByRole("searchbox", { name: text("search") }).fill("png");
    await expect(memos(page).getByRole("link", { name: "board" })).toBeVisible();
  });
});

/** Saves an image as "board"; its memo then opens. */
async function addPicture(page: Page): Promise<void> {
  await visit(page, new URL("/home/memo", page.url()).href);
  await page
    .getByLabel(text("add_picture"), { exact: true })
    .first()
    .setInputFiles({ name: "board.png", mimeType: "image/png", buffer: PIXEL });
  await expect(page).toHaveURL(/\/home\/memo\/[0-9a-f-]{36}$/);
}
