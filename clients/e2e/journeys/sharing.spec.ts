import { call } from "../harness/api.ts";
import { chatArchive, importArchive } from "../harness/archive.ts";
import { Chat } from "../harness/chat.ts";
import { expect, test } from "../harness/test.ts";
import { textsOf } from "../harness/texts.ts";
import { visit } from "../harness/visit.ts";

const text = textsOf("sharing");
const chatText = textsOf("chat");

// spec §2: "/s/{id} (shared page)"
// spec §2: "share pages /share/s, /share/chat, /share/chat-image, /share/bot"
// spec §2: "/share/chat"
// spec §2: "bot explore page (tabs Explore and My Bots, search); bot detail and share dialog."
// spec §2: "/share/bot"
test("a chat and a bot are shared by address, read by anybody, copied, and no longer shared", async ({
  operator,
  member,
  server,
  anotherBrowser,
}) => {
  await test.step("a chat is shared, read by anybody, continued as a copy, and no longer shared", async () => {
    await importArchive(operator, chatArchive("Tides", ["The **moon** pulls.", "Twice a day."]));
    await operator.reload();
    const chat = new Chat(operator);
    await chat.act("Tides", chatText("share_chat"));
    const dialog = operator.getByRole("dialog");
    await dialog.getByRole("button", { name: text("make_link") }).click();
    const address = await dialog.getByLabel(text("address")).inputValue();
    expect(address).toMatch(new RegExp(`^${server.url}/s/[0-9A-Za-z]{22}$`));
    await operator.keyboard.press("Escape");

    // A visitor, in Arabic, on a page that nobody may index.
    const visitor = await (await anotherBrowser()).newPage();
    const response = await visitor.goto(address.replace("/s/", "/ar/s/"));
    expect(response?.headers()["x-robots-tag"]).toBe("noindex, nofollow, noarchive");
    expect(response?.headers()["referrer-policy"]).toBe("no-referrer");
    await expect(visitor.getByRole("heading", { name: "Tides" })).toBeVisible();
    await expect(visitor.locator("strong", { hasText: "moon" })).toBeVisible();
    await expect(visitor.locator("html")).toHaveAttribute("dir", "rtl");
    const head = visitor.locator('meta[property="og:title"]');
    await expect(head).toHaveAttribute("content", "Tides");
    await expect(visitor.locator('meta[name="robots"]')).toHaveAttribute("content", /noindex/);
    const arabic = textsOf("sharing", "ar");
    await expect(visitor.getByRole("link", { name: arabic("sign_in_to_continue") })).toHaveAttribute(
      "href",
      /redirectTo/,
    );

    // Somebody with an account goes on with a copy.
    await member.goto(address);
    await member.getByRole("button", { name: text("continue_as_copy") }).click();
    // Its address bears the chat's name as soon as that is known.
    await expect(member).toHaveURL(/\/home\/chat\/(chat|tides)\/[0-9a-f-]{36}/);
    const copy = new Chat(member);
    await expect(copy.answers).toHaveCount(2);
    await copy.ask("6 * 7");
    await copy.expectDone();
    await expect(copy.answers).toHaveCount(3);

    // What is said later is not shown.
    await visitor.reload();
    await expect(visitor.getByRole("article")).toHaveCount(4);

    // Its owner ends it where all of them stand.
    await visit(operator, `${server.url}/settings/shares`);
    await expect(operator.getByRole("link", { name: "Tides" })).toBeVisible();
    await operator.getByRole("button", { name: text("stop_sharing") }).click();
    await expect(operator.getByText(text("no_shares"))).toBeVisible();
    const gone = await visitor.goto(address);
    expect(gone?.status()).toBe(410);
    // The language that was chosen once stays.
    await expect(visitor.getByRole("heading", { name: arabic("ended_title") })).toBeVisible();
    const missing = await visitor.goto(`${server.url}/s/0000000000000000000000`);
    expect(missing?.status()).toBe(404);
    await expect(visitor.getByRole("heading", { name: arabic("missing_title") })).toBeVisible();
  });

  await test.step("every address of a shared page shows it", async () => {
    await importArchive(operator, chatArchive("Branches", ["First answer."]));
    const list = await call<{ items: { id: string; title: string }[] }>(
      operator,
      "GET",
      "/api/chat/conversations",
    );
    const id = list.items.find(({ title }) => title === "Branches")?.id;
    const share = await call<{ url: string }>(operator, "POST", "/api/sharing/shares", {
      kind: "chat",
      subject_id: id,
      expires_in_days: 7,
    });
    const visitor = await (await anotherBrowser()).newPage();
    for (const kind of ["s", "chat", "chat-image", "bot"]) {
      await visitor.goto(share.url.replace(/\/s\/(\w+)$/, `/share/${kind}?id=$1`));
      await expect(visitor.getByText("First answer.")).toBeVisible();
    }
  });

  await test.step("a bot is shown by address, talked with, and given away only where its author says so", async () => {
    const author = operator;
    const bots = textsOf("bots");
    const bot = await call<{ id: string }>(author, "POST", "/api/bots", {
      name: "Harbour pilot",
      description: "Knows every sandbank.",
      welcome: "Which port are you bound for?",
      prompt: "Answer as a harbour pilot.",
    });
    await visit(author, `${server.url}/bots/${bot.id}`);
    await author
      .getByRole("dialog")
      .getByRole("button", { name: bots("share") })
      .click();
    const dialog = author.getByRole("dialog", { name: text("share_bot") });
    await expect(dialog.getByText(bots("share_closed"))).toBeVisible();
    await dialog.getByRole("button", { name: text("make_link") }).click();
    const address = await dialog.getByLabel(text("address")).inputValue();

    // Anybody sees what it is, and nobody what it is told.
    const visitor = await (await anotherBrowser()).newPage();
    await visitor.goto(address);
    await expect(visitor.getByRole("heading", { name: "Harbour pilot" })).toBeVisible();
    await expect(visitor.getByText("Knows every sandbank.")).toBeVisible();
    await expect(visitor.getByText("Which port are you bound for?")).toBeVisible();
    await expect(visitor.getByText("Answer as a harbour pilot.")).toBeHidden();
    await expect(visitor.locator('meta[property="og:description"]')).toHaveAttribute(
      "content",
      "Knows every sandbank.",
    );
    await member.goto(address);
    await expect(member.getByText(text("bot_closed"))).toBeVisible();

    // Its author opens it to those with the link, and lets them copy it.
    await dialog.getByRole("button", { name: bots("open_by_link") }).click();
    await expect(dialog.getByText(bots("share_link"))).toBeVisible();
    await dialog.getByRole("switch", { name: text("copyable") }).click();
    await dialog.getByRole("button", { name: text("update") }).click();
    await expect(dialog.getByRole("switch", { name: text("copyable") })).toBeChecked();
    await expect(async () => {
      await visitor.reload();
      await expect(visitor.getByText("Answer as a harbour pilot.")).toBeVisible({ timeout: 1_000 });
    }).toPass();
    await member.reload();
    await member.getByRole("button", { name: text("start_chat") }).click();
    await expect(member).toHaveURL(/\/home\/chat\//);
    await expect(member.getByText("Which port are you bound for?")).toBeVisible();
    await member.goto(address);
    await member.getByRole("button", { name: text("copy_bot") }).click();
    const copy = member.getByRole("dialog", { name: "Harbour pilot" });
    await expect(copy.getByText("Answer as a harbour pilot.")).toBeVisible();
    await expect(copy.getByRole("link", { name: bots("edit") })).toBeVisible();

    // It ends where it began.
    await dialog.getByRole("button", { name: text("stop_sharing") }).click();
    await expect(dialog.getByRole("button", { name: text("make_link") })).toBeVisible();
    const gone = await visitor.goto(address);
    expect(gone?.status()).toBe(410);
  });
});
