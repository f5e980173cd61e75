import { call } from "../harness/api.ts";
import { chatArchive, importArchive } from "../harness/archive.ts";
import { Chat } from "../harness/chat.ts";
import { expect, test } from "../harness/test.ts";
import { textsOf } from "../harness/texts.ts";

const text = textsOf("sharing");
const chatText = textsOf("chat");

// spec §2: "/s/{id} (shared page)"
test("a chat is shared, read by anybody, continued as a copy, and no longer shared", async ({
  operator,
  member,
  server,
  anotherBrowser,
}) => {
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
  await expect(member).toHaveURL(/\/home\/chat\/chat\//);
  const copy = new Chat(member);
  await expect(copy.answers).toHaveCount(2);
  await copy.ask("6 * 7");
  await copy.expectDone();
  await expect(copy.answers).toHaveCount(3);

  // What is said later is not shown.
  await visitor.reload();
  await expect(visitor.getByRole("article")).toHaveCount(4);

  // Its owner ends it where all of them stand.
  await operator.goto(`${server.url}/settings/shares`);
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

// spec §2: "share pages /share/s, /share/chat, /share/chat-image, /share/bot"
// spec §2: "/s/{id} (shared page)"
// spec §2: "/share/chat"
test("every address of a shared page shows it", async ({ operator, anotherBrowser }) => {
  await importArchive(operator, chatArchive("Branches", ["First answer."]));
  const list = await call<{ items: { id: string }[] }>(operator, "GET", "/api/chat/conversations");
  const id = list.items[0]?.id;
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
