import type { Page } from "@playwright/test";
import { call } from "../harness/api.ts";
import { Chat } from "../harness/chat.ts";
import { expect, models, test } from "../harness/test.ts";
import { textsOf } from "../harness/texts.ts";

const text = textsOf("chat");
const trash = textsOf("trash");

const LIST = "/api/chat/conversations";

/** Creates conversations with these questions, answered by the built-in engine; returns their ids. */
async function converse(page: Page, questions: readonly string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const question of questions) {
    const [id, messageId] = [crypto.randomUUID(), crypto.randomUUID()];
    await call(page, "POST", `${LIST}/${id}/messages`, {
      id: messageId,
      parent_id: null,
      text: question,
      model: "builtin/assistant",
    });
    await expect
      .poll(async () => {
        const { items } = await call<{ items: { id: string; running: boolean }[] }>(page, "GET", LIST);
        return items.find((item) => item.id === id)?.running;
      })
      .toBe(false);
    ids.push(id);
  }
  return ids;
}

const titlesIn = (chat: Chat) => chat.list.locator("[data-conversation]");

// spec §3: "Conversation: title, group, favorited flag, pinned flag"
test("conversations are kept in groups and favourites, in step in every window", async ({ operator }) => {
  await converse(operator, ["3 + 4", "5 + 6", "7 + 8"]);
  const chat = new Chat(operator);
  await chat.openNew();
  const other = new Chat(await operator.context().newPage());
  await other.page.goto(operator.url());
  await expect(titlesIn(other)).toHaveCount(3);

  await chat.act("3 + 4", text("pin"));
  await expect(chat.list.getByRole("heading", { name: text("pinned") })).toBeVisible();
  await expect(other.list.getByRole("heading", { name: text("pinned") })).toBeVisible();

  // A group is made by the menu of a conversation, which moves into it.
  const row = chat.list.getByRole("listitem").filter({ hasText: "5 + 6" });
  await row.hover();
  await row.getByRole("button").click();
  await operator.getByRole("menuitem", { name: text("move_to_group") }).click();
  await operator.getByRole("menuitem", { name: text("new_group") }).click();
  await operator.getByRole("textbox", { name: text("group_name") }).fill("Sums");
  await operator.keyboard.press("Enter");
  const folder = chat.list.getByRole("button", { name: /^Sums/ });
  await expect(folder).toHaveAttribute("aria-expanded", "true");
  await expect(folder).toContainText("1");
  await expect(other.list.getByRole("button", { name: /^Sums/ })).toContainText("1");

  // Another one is dropped on it.
  await chat.list.getByRole("link", { name: "7 + 8" }).dragTo(folder);
  await expect(folder).toContainText("2");
  await chat.act("7 + 8", text("favorite"));
  await chat.list.getByRole("button", { name: text("favorites"), exact: true }).click();
  await expect(chat.list.getByRole("link", { name: /7 \+ 8/ })).toHaveCount(2);

  await chat.list.getByRole("listitem").filter({ hasText: "Sums" }).hover();
  await chat.list.getByRole("button", { name: text("actions_for", { title: "Sums" }) }).click();
  await operator.getByRole("menuitem", { name: text("delete_group") }).click();
  await operator
    .getByRole("alertdialog")
    .getByRole("button", { name: text("delete_group") })
    .click();
  await expect(chat.list.getByRole("button", { name: /^Sums/ })).toBeHidden();
  await expect(chat.list.getByRole("link", { name: "5 + 6" })).toBeVisible();
});

// spec §2: "Home (welcome, temporary chat"
// spec §2: "/home/chat/{name}/{uid} (name lowercased with spaces turned to dashes; optional query q)"
test("a temporary chat leaves nothing, others have names, marks in every window, and messages that search finds", async ({
  connected,
}) => {
  await test.step("a temporary chat is marked, in no list, and gone when it is left", async () => {
    const chat = new Chat(connected);
    await chat.openNew();
    await chat.chooseModel(models.quick);
    await connected.getByRole("switch", { name: text("temporary_chat") }).click();
    await expect(connected.getByText(text("temporary_hint", { hours: 24 }))).toBeVisible();
    await chat.ask("A secret about zebras");
    await chat.expectDone();
    await expect(connected.getByRole("note")).toContainText(text("temporary_mark", { hours: 24 }));
    await expect(connected).toHaveURL(/\/home\/chat\/temporary\//);
    await expect(titlesIn(chat)).toHaveCount(0);
    const address = connected.url();
    const id = address.split("/").at(-1);

    await chat.list.getByRole("link", { name: text("new_chat") }).click();
    await expect
      .poll(async () => (await connected.request.get(new URL(`${LIST}/${id}`, address).href)).status())
      .toBe(404);
    await connected.goto(address);
    await expect(connected.getByText(text("temporary_over"))).toBeVisible();
  });

  await test.step("the address has the title's name, takes a question along, and a model names the chat", async () => {
    const chat = new Chat(connected);
    const [id] = await converse(connected, ["How many metres are 3 furlongs?"]);
    await connected.goto(new URL(`/home/chat/any-name/${id}?q=And+in+feet`, connected.url()).href);
    await expect(connected).toHaveURL(new RegExp(`/home/chat/how-many-metres-are-3-furlongs/${id}$`));
    await expect(chat.field).toHaveText("And in feet");
    await call(connected, "PATCH", `${LIST}/${id}`, { title: "Old Lengths" });
    await expect(connected).toHaveURL(new RegExp(`/home/chat/old-lengths/${id}$`));

    await chat.openNew();
    await chat.chooseModel(models.quick);
    await chat.ask("Name me");
    await chat.expectDone();
    // The model that answered is asked for a name; this one always says the same.
    await expect(chat.list.getByRole("link", { name: /^the quick brown/i })).toBeVisible();
    await expect(chat.list.getByRole("link", { name: "Old Lengths" })).toBeVisible();
  });

  await test.step("what runs and what is unread is marked in every window, and search finds messages of any branch", async () => {
    // issue 3: "unread and still-running marks in step across tabs"
    await test.step("what runs and what is unread is marked in every window, until one of them looks", async () => {
      const chat = new Chat(connected);
      await chat.openNew();
      await chat.chooseModel(models.brief);
      const other = new Chat(await connected.context().newPage());
      await other.page.goto(connected.url());
      const mark = (at: Chat, name: string) => at.list.getByRole("img", { name: text(name), exact: true });

      await chat.ask("Shall we sail?");
      await expect(mark(chat, "running")).toBeVisible();
      await expect(mark(other, "running")).toBeVisible();
      await chat.list.getByRole("link", { name: text("new_chat") }).click();
      await expect(mark(chat, "unread")).toBeVisible();
      await expect(mark(other, "unread")).toBeVisible();
      await expect(mark(other, "running")).toBeHidden();

      await titlesIn(other).first().click();
      await expect(other.questions).toHaveCount(1);
      await expect(mark(chat, "unread")).toBeHidden();
    });

    await test.step("words and filters find a message on another branch, and lead to it", async () => {
      const chat = new Chat(connected);
      await chat.openNew();
      await chat.chooseModel(models.quick);
      await chat.ask("A question about café Zürich");
      await chat.expectDone();
      await chat.press(chat.questions.first(), text("edit_message"));
      const edit = connected.getByRole("textbox", { name: text("edit_message") });
      await edit.fill("我喜欢人工智能技术");
      await edit.press("Control+Enter");
      await expect(chat.questions.first()).toContainText("人工智能");
      await chat.expectDone();

      const search = connected.getByRole("searchbox", { name: text("search_conversations") });
      await search.fill("zurich cafe");
      const hit = chat.list.getByRole("link").filter({ hasText: "A question about café Zürich" }).last();
      await expect(hit.locator("mark").first()).toHaveText("café");
      await hit.click();
      await expect(chat.questions.first()).toContainText("café Zürich");

      await search.fill("人工智能");
      await expect(chat.list.locator("mark").first()).toHaveText("人工智能");
      await chat.list
        .getByRole("link")
        .filter({ has: connected.locator("mark") })
        .first()
        .click();
      await expect(chat.questions.first()).toContainText("人工智能");

      await connected
        .getByRole("group", { name: text("filters") })
        .getByRole("button", { name: text("pinned") })
        .click();
      await expect(connected.getByText(text("no_hits", { words: "人工智能 is:pinned" }))).toBeVisible();
    });
  });
});

// spec §2: "conversation list with favorites group, batch select, per-conversation menu"
// spec §1: "conversation history with groups, favorites, pinning, batch delete and search."
test("many conversations are chosen by keys, deleted, undone, and found in the trash", async ({
  operator,
}) => {
  await converse(operator, ["3 + 4", "5 + 6", "7 + 8"]);
  const chat = new Chat(operator);
  await chat.openNew();
  await expect(titlesIn(chat)).toHaveCount(3);
  const bar = operator.getByRole("toolbar", { name: text("selection") });

  await chat.list.getByRole("link", { name: "7 + 8" }).focus();
  await operator.keyboard.press("x");
  await operator.keyboard.press("Shift+ArrowDown");
  await expect(bar).toContainText(text("selected_count_other", { count: 2 }));
  await operator.keyboard.press("Control+a");
  await expect(bar).toContainText(text("selected_count_other", { count: 3 }));
  await chat.list.getByRole("link", { name: "3 + 4" }).click();
  await expect(bar).toContainText(text("selected_count_other", { count: 2 }));

  await bar.getByRole("button", { name: text("delete") }).click();
  await expect(titlesIn(chat)).toHaveCount(1);
  await operator.getByRole("button", { name: text("undo") }).click();
  await expect(titlesIn(chat)).toHaveCount(3);

  await chat.list.getByRole("link", { name: "7 + 8" }).focus();
  await operator.keyboard.press("Delete");
  await chat.list.getByRole("link", { name: "5 + 6" }).focus();
  await operator.keyboard.press("Delete");
  await expect(titlesIn(chat)).toHaveCount(1);
  await operator.getByRole("button", { name: text("list_actions") }).click();
  await operator.getByRole("menuitem", { name: text("trash") }).click();
  await expect(operator.getByText(trash("days_left_other", { count: 30 }))).toHaveCount(2);
  await operator.getByRole("button", { name: trash("restore_title", { title: "7 + 8" }) }).click();
  await expect(chat.list.getByRole("link", { name: "7 + 8" })).toBeVisible();
  await operator.getByRole("button", { name: trash("delete_for_good_title", { title: "5 + 6" }) }).click();
  await operator.getByRole("button", { name: trash("delete_for_good"), exact: true }).click();
  await expect(operator.getByText(trash("is_empty"))).toBeVisible();
});
