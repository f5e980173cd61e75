import { crc32, deflateSync } from "node:zlib";
import { call } from "../harness/api.ts";
import { Chat } from "../harness/chat.ts";
import { chooseDefaultModel, modelNamed } from "../harness/people.ts";
import { expect, models, test } from "../harness/test.ts";
import { textsOf } from "../harness/texts.ts";
import { visit } from "../harness/visit.ts";

const text = textsOf("bots");
const conflictText = textsOf("conflict");
const chatText = textsOf("chat");

// spec §2: "Bot creation and success dialogs; bot explore page (tabs Explore and My Bots, search); bot detail and share dialog."
// spec §9: "bot image 4MB"
// spec §1: "bots (create, favorite, pin, explore, share, delete)"
test("a bot is made with a picture, published, talked with, shared, reported and removed", async ({
  connected: author,
  server,
  member: guest,
}) => {
  const chat = new Chat(author);
  await visit(author, `${server.url}/bots`);
  await author.getByRole("link", { name: text("create_bot") }).click();

  // What is typed survives a reload.
  await author.getByLabel(text("name"), { exact: true }).fill("Harbour pilot");
  await author.getByLabel(text("prompt"), { exact: true }).fill("Answer as a harbour pilot.");
  await author.reload();
  await expect(author.getByLabel(text("name"), { exact: true })).toHaveValue("Harbour pilot");
  await author.getByLabel(text("welcome"), { exact: true }).fill("Which port are you bound for?");
  const picture = { name: "pilot.png", mimeType: "image/png", buffer: png(300, 200) };
  await author.getByTestId("bot-picture").setInputFiles(picture);
  await author.getByRole("button", { name: text("use_picture") }).click();
  await author.getByRole("combobox", { name: text("model"), exact: true }).click();
  await author.getByRole("option", { name: models.markdown }).click();
  await author.getByRole("combobox", { name: text("accessibility"), exact: true }).click();
  await author.getByRole("option", { name: text("access_public") }).click();
  await author.getByRole("button", { name: text("publish"), exact: true }).click();

  const success = author.getByRole("dialog", { name: text("success_title", { name: "Harbour pilot" }) });
  await expect(success).toBeVisible();
  await success.getByRole("button", { name: text("start_chat") }).click();
  // Sent at once, it waits for the welcome by itself.
  await chat.ask("Lisbon");
  await expect(chat.answers).toHaveCount(2);
  await expect(author.getByText("Which port are you bound for?")).toBeVisible();
  await chat.expectDone();

  // Somebody else finds it, keeps it, talks with it and reports it.
  await visit(guest, `${server.url}/bots`);
  await guest.getByRole("searchbox", { name: text("search_bots") }).fill("harbour");
  await guest.getByRole("button", { name: text("favorite") }).click();
  await expect(guest.getByRole("button", { name: text("unfavorite") })).toBeVisible();
  await guest.getByRole("link", { name: "Harbour pilot" }).click();
  const details = guest.getByRole("dialog", { name: "Harbour pilot" });
  await expect(details.getByText("Answer as a harbour pilot.")).toBeVisible();
  await details.getByRole("button", { name: text("chat"), exact: true }).click();
  const guestChat = new Chat(guest);
  await guestChat.ask("Porto");
  await expect(guestChat.answers).toHaveCount(2);
  await expect(guest.getByText("Which port are you bound for?")).toBeVisible();
  await guestChat.expectDone();
  const conversation = guest.url();
  const search = guest.getByRole("searchbox", { name: chatText("search_conversations") });
  await search.fill("porto bot:harbour");
  await expect(guestChat.list.locator("mark").first()).toHaveText("Porto");
  await search.fill("porto bot:nobody");
  await expect(guest.getByText(chatText("no_hits", { words: "porto bot:nobody" }))).toBeVisible();
  await search.fill("");

  await visit(guest, `${server.url}/bots`);
  await guest.getByRole("button", { name: text("actions", { name: "Harbour pilot" }) }).click();
  await guest.getByRole("menuitem", { name: text("report") }).click();
  await guest.getByRole("button", { name: text("send_report") }).click();
  await expect(guest.getByText(text("reported"))).toBeVisible();

  await visit(author, `${server.url}/settings/reports`);
  await author.getByRole("button", { name: text("remove_bot") }).click();
  await expect(author.getByText(text("no_reports"))).toBeVisible();

  // Spec §8: history is kept, new messages are disabled.
  await guest.goto(conversation);
  await expect(guest.getByText(chatText("bot_history_kept"))).toBeVisible();
  await expect(guestChat.questions).toHaveCount(1);
  await guestChat.ask("And Faro?");
  await expect(guest.getByRole("alert").getByText("This bot has been deleted.")).toBeVisible();
  await expect(guestChat.field).toHaveValue("And Faro?");
});

// spec §3: "Bot: name (default \"Untitled\"; a new chat bot is named \"New Chat\")"
test("a draft is private until shared, deletion is undone, windows tell each other of changes, and messages wait for a welcome", async ({
  connected: author,
  server,
  member: guest,
}) => {
  await test.step("a draft is seen by its author only, and what is deleted can be taken back", async () => {
    const bot = await call<{ id: string }>(author, "POST", "/api/bots", {
      name: "Night draft",
      prompt: "Be quiet.",
    });
    await visit(guest, `${server.url}/bots/${bot.id}`);
    await expect(guest.getByRole("dialog").getByText("You don't have access to this bot.")).toBeVisible();

    await visit(author, `${server.url}/bots`);
    await author.getByRole("tab", { name: text("tab_mine") }).click();
    await expect(author.getByText(text("status_draft"), { exact: true })).toBeVisible();
    await author.getByRole("button", { name: text("actions", { name: "Night draft" }) }).click();
    await author.getByRole("menuitem", { name: text("share") }).click();
    await author.getByRole("button", { name: text("open_by_link") }).click();
    await expect(author.getByText(text("share_link"))).toBeVisible();
    await guest.reload();
    await expect(guest.getByRole("dialog").getByText("Be quiet.")).toBeVisible();

    await author.keyboard.press("Escape");
    await author.getByRole("button", { name: text("actions", { name: "Night draft" }) }).click();
    await author.getByRole("menuitem", { name: text("delete") }).click();
    await author.getByRole("button", { name: text("undo") }).click();
    await expect(author.getByRole("link", { name: "Night draft" })).toBeVisible();
  });

  await test.step("a new bot is called New Chat, and windows tell each other of changes", async () => {
    await visit(author, `${server.url}/bots/create`);
    const name = author.getByLabel(text("name"), { exact: true });
    await expect(name).toHaveAttribute("placeholder", "New Chat");
    await author.getByRole("button", { name: text("save_draft") }).click();
    await expect(author.getByRole("dialog", { name: "New Chat" })).toBeVisible();
    await author.getByRole("link", { name: text("edit"), exact: true }).click();

    // Until something is typed, the form shows what another window writes.
    const id = new URL(author.url()).pathname.split("/").at(-2);
    await expect(name).toHaveValue("New Chat");
    await call(author, "PATCH", `/api/bots/${id}`, { name: "Lighthouse" });
    await expect(name).toHaveValue("Lighthouse");

    // What is typed is not taken away, and does not take away what the other window wrote unasked.
    await name.fill("Lightship");
    await call(author, "PATCH", `/api/bots/${id}`, { name: "Beacon" });
    await expect(author.getByText(conflictText("title"))).toBeVisible();
    await author.getByRole("button", { name: conflictText("take_theirs") }).click();
    await expect(name).toHaveValue("Beacon");
    await name.fill("Lightship");
    await call(author, "PATCH", `/api/bots/${id}`, { name: "Foghorn" });
    await author.getByRole("button", { name: conflictText("keep_mine") }).click();
    await expect(author.getByText(conflictText("title"))).toBeHidden();
    await author.getByRole("button", { name: text("save_draft") }).click();
    await expect(author.getByRole("dialog", { name: "Lightship" })).toBeVisible();

    // A second window has it in its list at once, with prompts alike.
    const second = await author.context().newPage();
    await visit(second, `${server.url}/bots`);
    await second.getByRole("tab", { name: text("tab_mine") }).click();
    await expect(second.getByRole("link", { name: "Lightship" })).toBeVisible();
    await author
      .getByRole("dialog")
      .getByRole("button", { name: text("favorite") })
      .click();
    await call(author, "PATCH", `/api/bots/${id}`, { name: "Wreck buoy" });
    await expect(second.getByRole("link", { name: "Wreck buoy" })).toBeVisible();
    const prompts = textsOf("prompts");
    await visit(second, `${server.url}/home/chat`);
    await second.getByRole("button", { name: prompts("library"), exact: true }).click();
    await expect(second.getByRole("dialog", { name: prompts("library") })).toBeVisible();
    await call(author, "POST", "/api/prompts", { name: "Tide table", content: "Tides in Faro." });
    await expect(second.getByText("Tide table")).toBeVisible();
  });

  await test.step("what is sent before a bot's welcome has come waits for it, and goes to the bot", async () => {
    const chat = new Chat(author);
    await chooseDefaultModel(author, models.echo);
    const { id: model } = await modelNamed(author, models.writer);
    await call(author, "POST", "/api/bots", {
      name: "Harbour pilot",
      welcome: "Which port are you bound for?",
      prompt: "Answer as a harbour pilot.",
      model,
      published: true,
    });
    await visit(author, `${server.url}/bots`);
    await author.getByRole("tab", { name: text("tab_mine") }).click();
    await author.getByRole("link", { name: "Harbour pilot" }).click();

    // The conversation is on a slow line.
    const line = Promise.withResolvers<void>();
    await author.route(/\/api\/chat\/conversations\/[0-9a-f-]{36}(\?|$)/, async (route) => {
      await line.promise;
      await route.continue();
    });
    await author
      .getByRole("dialog", { name: "Harbour pilot" })
      .getByRole("button", { name: text("chat"), exact: true })
      .click();
    await author.waitForURL(/\/home\/chat\//);
    await chat.ask("Lisbon");
    await expect(author.getByRole("button", { name: chatText("send_waits") })).toBeVisible();
    await expect(chat.field).toHaveValue("Lisbon");
    await expect(chat.questions).toHaveCount(0);

    line.resolve();
    await expect(chat.answers).toHaveCount(2);
    await chat.expectDone();
    await expect(author.getByText("Which port are you bound for?")).toBeVisible();
    await expect(author.getByText(chatText("became_branch"))).toBeHidden();
    await expect(chat.modelButton).toContainText(models.writer);
    expect(await chat.answerText()).toBe("We meet on Friday at ten.");
    await expect(chat.field).toHaveValue("");
  });
});

/** Returns an image of one color. */
function png(width: number, height: number): Buffer {
  const chunk = (name: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(name), data]);
    const head = Buffer.alloc(4);
    head.writeUInt32BE(data.length);
    const tail = Buffer.alloc(4);
    tail.writeUInt32BE(crc32(body));
    return Buffer.concat([head, body, tail]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const rows = Buffer.alloc(height * (1 + width * 3), 0x66);
  for (let row = 0; row < height; row += 1) rows[row * (1 + width * 3)] = 0;
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(rows)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}
