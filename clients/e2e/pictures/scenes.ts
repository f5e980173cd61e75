import { expect, type Page } from "@playwright/test";
import { uuidV7 } from "../../contract/uuid-v7.ts";
import { call } from "../harness/api.ts";
import { archiveFixture, chatArchive, importArchive } from "../harness/archive.ts";
import { Chat } from "../harness/chat.ts";
import type { FakeWeb } from "../harness/fake-web.ts";
import { models } from "../harness/test.ts";
import { textsOf } from "../harness/texts.ts";
import { setHumanizations } from "./humanizations.ts";
import { setModelFiles } from "./model-files.ts";
import { setNotes } from "./notes.ts";
import { QUESTION, setResearches, setSearches, withWeb } from "./searches.ts";
import { ARABIC, MIXED } from "./texts.ts";

const chatText = textsOf("chat");
const portability = textsOf("portability");

/** Prepared places that have something to show. */
export type Scenes = Record<
  | "built-in"
  | "built-in-refers"
  | "key-refused"
  | "broke-off"
  | "thoughts"
  | "markdown"
  | "mixed"
  | "columns"
  | "merged"
  | "asking"
  | "tool-used"
  | "files"
  | "long"
  | "bot"
  | "bot-talk"
  | "shared-chat"
  | "shared-bot"
  | "memo-note"
  | "memo-arabic"
  | "reading"
  | "reading-video"
  | "reading-failed"
  | "search-answered"
  | "search-arabic"
  | "search-nothing"
  | "search-unfounded"
  | "web-cited"
  | "research-asking"
  | "research-planned"
  | "research-done"
  | "humanized"
  | "humanized-lost",
  string
>;

/** Title of the conversation for menus and dialogs. */
export const TITLE = "Three days in بورتو (Porto), 2026";

interface Wish {
  text: string;
  model?: string;
  models?: readonly string[];
  parent?: string;
  conversation?: string;
}

/** Asks through the API and waits for all answers. */
async function ask(page: Page, wish: Wish): Promise<{ id: string; question: string; place: string }> {
  const id = wish.conversation ?? uuidV7();
  const path = `/api/chat/conversations/${id}`;
  const question = uuidV7();
  await call(page, "POST", `${path}/messages`, {
    id: question,
    parent_id: wish.parent ?? null,
    text: wish.text,
    ...(wish.models
      ? { models: wish.models.map((model) => `fake/${model}`) }
      : { model: wish.model ? `fake/${wish.model}` : "builtin/assistant" }),
  });
  const isRunning = async () =>
    (await call<{ conversation: { running: boolean } }>(page, "GET", path)).conversation.running;
  await expect.poll(isRunning, { timeout: 30_000 }).toBe(false);
  return { id, question, place: `/home/chat/chat/${id}` };
}

const leafOf = async (page: Page, id: string): Promise<string> =>
  (await call<{ leaf_id: string }>(page, "GET", `/api/chat/conversations/${id}`)).leaf_id;

/** Prepares conversations, bots, keys and everything else of an account in use. */
export async function setScenes(page: Page, member: Page, web: FakeWeb): Promise<Scenes> {
  const chat = new Chat(page);
  const origin = new URL(page.url()).origin;
  const bot = await setBots(page, member);
  const talk = uuidV7();
  await call(page, "POST", `/api/bots/${bot}/conversations`, { id: talk });

  await importArchive(page, chatArchive("مقارنة أسعار الحواسيب المحمولة", [ARABIC]));
  await importArchive(page, chatArchive(TITLE, [ARABIC, MIXED]));
  const mixed = await find(page, TITLE);

  const markdown = await ask(page, {
    text: "Show me the three largest moons, some code and a formula",
    model: models.markdown,
  });
  const leaf = await leafOf(page, markdown.id);
  for (const text of ["And in other words?", "مرحبا، هل تتكلم العربية؟ أجب بجملة واحدة عن iPhone 15 من فضلك"])
    await ask(page, { conversation: markdown.id, parent: leaf, text, model: models.markdown });
  await call(page, "PATCH", `/api/chat/conversations/${markdown.id}`, { title: "Moons, code and a formula" });

  const several = { text: "Compare", models: [models.quick, models.markdown, models.thoughtful] };
  const columns = await ask(page, several);
  const merged = await ask(page, { ...several, models: [models.quick, models.markdown] });
  await call(page, "PATCH", "/api/accounts/settings", { merge_model: `fake/${models.merger}` });
  await page.goto(origin + merged.place);
  await page.getByRole("button", { name: chatText("merge_answers") }).click();
  await expect(page.locator("[data-mark=agree]")).toBeVisible();

  const ids = await setTools(page, chat);
  const files = await setFiles(page, chat);
  await setLibrary(page);
  await setModelFiles(page);

  return {
    ...(await setSearches(page, web)),
    "web-cited": await withWeb(
      page,
      async () => (await ask(page, { text: QUESTION, model: models.citing })).place,
    ),
    ...(await setNotes(page, web)),
    ...(await setResearches(page)),
    ...(await setHumanizations(page, member)),
    "built-in": (await ask(page, { text: "How far is 26.2 miles in kilometers?" })).place,
    "built-in-refers": (await ask(page, { text: "Write me a sonnet about the sea" })).place,
    "key-refused": (await ask(page, { text: "Is anybody there?", model: models.unauthorized })).place,
    "broke-off": (await ask(page, { text: "Tell me a story", model: models.brokenMidway })).place,
    thoughts: (await ask(page, { text: "Think before you speak", model: models.thoughtful })).place,
    markdown: markdown.place,
    mixed: `/home/chat/chat/${mixed}`,
    columns: columns.place,
    merged: merged.place,
    ...ids,
    files,
    long: await setLong(page),
    bot: `/bots/${bot}`,
    "bot-talk": `/home/chat/chat/${talk}`,
    "shared-chat": await share(page, "chat", mixed),
    "shared-bot": await share(page, "bot", bot),
  };
}

async function find(page: Page, title: string): Promise<string> {
  const { items } = await call<{ items: { id: string; title: string }[] }>(
    page,
    "GET",
    "/api/chat/conversations",
  );
  return items.find((one) => one.title === title)?.id ?? "";
}

async function share(page: Page, kind: "chat" | "bot", subject: string): Promise<string> {
  const shared = await call<{ url: string }>(page, "POST", "/api/sharing/shares", {
    kind,
    subject_id: subject,
    ...(kind === "bot" ? { options: { copyable: true } } : {}),
    expires_in_days: kind === "chat" ? 30 : null,
  });
  return new URL(shared.url).pathname;
}

/** Prepares bots of both people, one of them reported. */
async function setBots(page: Page, member: Page): Promise<string> {
  const make = (who: Page, name: string, description: string, published = true) =>
    call<{ id: string }>(who, "POST", "/api/bots", {
      name,
      description,
      welcome: "Which port are you bound for? إلى أي ميناء تُبحر؟",
      prompt: "Answer as a harbour pilot: short, exact, with the depth in metres.",
      accessibility: "public",
      published,
    });
  const { id } = await make(
    page,
    "Harbour pilot",
    "Knows every sandbank between Faro and Porto, and says so.",
  );
  await make(page, "Night draft", "", false);
  await make(
    member,
    "مدقق لغوي",
    "يصحح النصوص العربية ويشرح كل تغيير بجملة قصيرة، ويقترح بدائل أوضح للجمل الطويلة.",
  );
  await make(member, "Averylongbotnamewithoutanyspaceinit_v2", "One line.");
  const bad = await make(
    member,
    "Get rich now",
    "Send me your card number and I will make you rich by tomorrow.",
  );
  await call(page, "POST", `/api/bots/${bad.id}/reports`, {
    reason: "spam",
    details: "It asks for card numbers.",
  });
  await call(page, "PATCH", `/api/bots/${id}/marks`, { favorited: true, pinned: true });
  return id;
}

/** Prepares an answer that waits for approval, and one with a finished tool call. */
async function setTools(page: Page, chat: Chat): Promise<Pick<Scenes, "asking" | "tool-used">> {
  const wish = 'bench__get-sum {"a":2,"b":40}';
  const askTool = async () => {
    await chat.openNew();
    await chat.chooseModel(models.tooled);
    await chat.ask(wish);
    await expect(page.getByRole("group", { name: /Allow “/ })).toBeVisible();
    return new URL(page.url()).pathname;
  };
  const used = await askTool();
  await page.getByRole("button", { name: chatText("tool.decision.once"), exact: true }).click();
  await expect(chat.answer).toContainText("42");
  await chat.expectDone();
  return { "tool-used": used, asking: await askTool() };
}

/** Prepares a conversation with files and a link. */
async function setFiles(page: Page, chat: Chat): Promise<string> {
  await chat.openNew();
  await chat.chooseModel(models.echo);
  const file = (name: string) => ({
    name,
    mimeType: "text/plain",
    buffer: Buffer.from("Green tea, black tea.\nشاي أخضر، شاي أسود.\n".repeat(40)),
  });
  await page.getByTestId("attach-files").setInputFiles([file("menu.txt"), file("قائمة الشاي لعام 2026.txt")]);
  await expect(page.locator("[data-state=ready]")).toHaveCount(2, { timeout: 15_000 });
  await chat.ask("Compare with [the list](https://tea.example/list), please");
  await chat.expectDone();
  return new URL(page.url()).pathname;
}

/** Prepares a conversation longer than the model's context, with a summary of older messages. */
async function setLong(page: Page): Promise<string> {
  const first = await ask(page, { text: `Question 1. ${"word ".repeat(4_000)}`, model: models.quick });
  for (let number = 2; number <= 5; number++) {
    const parent = await leafOf(page, first.id);
    const text = `Question ${number}. ${"word ".repeat(4_000)}`;
    await ask(page, { conversation: first.id, parent, text, model: models.quick });
  }
  return first.place;
}

/** Prepares keys, prompts, a group, a trash with content, and an analyzed archive. */
async function setLibrary(page: Page): Promise<void> {
  for (const [name, cap] of [
    ["Editor on the laptop", 500],
    ["سكربت النسخ الاحتياطي", null],
  ])
    await call(page, "POST", "/api/gateway/keys", {
      name,
      scopes: ["models", "chat", "mcp"],
      ...(cap ? { cap } : {}),
    });
  await call(page, "POST", "/api/prompts", {
    name: "Tide table",
    description: "High and low water of a port",
    content:
      "Tides in {{port}} for {{people:number}}, {{tone:select:short|long}}, boats: {{boats:checkbox}}.",
  });
  const group = await call<{ id: string }>(page, "POST", "/api/chat/groups", { name: "Travel ✈ سفر" });
  const change = (id: string, what: object) => call(page, "PATCH", `/api/chat/conversations/${id}`, what);
  await change(await find(page, TITLE), { group_id: group.id, favorited: true });
  const sums = await ask(page, { text: "12.5% of 880" });
  await change(sums.id, { pinned: true });
  for (const text of ["3 + 4", "ما معنى serendipity؟"]) {
    const { id } = await ask(page, { text });
    await call(page, "DELETE", `/api/chat/conversations/${id}`);
  }
  await page.goto(new URL("/settings/data", page.url()).href);
  await page.locator('input[type="file"]').setInputFiles({
    name: "conversations-000.json",
    mimeType: "application/json",
    buffer: archiveFixture("chatgpt-000.json"),
  });
  await expect(page.getByText(portability("state.checked"), { exact: true })).toBeVisible();
}
