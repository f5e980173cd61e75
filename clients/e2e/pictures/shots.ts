import { expect, type Locator } from "@playwright/test";
import { call } from "../harness/api.ts";
import { archiveFixture } from "../harness/archive.ts";
import { AUTHORIZE, outside, screens } from "../harness/screens.ts";
import { models } from "../harness/test.ts";
import { type Scenes, TITLE } from "./scenes.ts";
import type { Stage } from "./stage.ts";

type Who = "member" | "nobody";

export interface Shot {
  name: string;
  /** An address, or the name of a scene. */
  at: `/${string}` | keyof Scenes;
  /** Whoever runs the server, unless it says otherwise. */
  who?: Who;
  open?: (stage: Stage) => Promise<unknown>;
  /** Puts back what opening it left behind. */
  after?: (stage: Stage) => Promise<unknown>;
  /** Only there. */
  size?: "wide" | "narrow";
}

const pages = (addresses: Record<string, `/${string}`>, who?: Who, prefix = ""): Shot[] =>
  Object.entries(addresses).map(([name, at]) => ({ name: prefix + name, at, who }));

const CONVERSATIONS = [
  "built-in",
  "built-in-refers",
  "key-refused",
  "broke-off",
  "thoughts",
  "markdown",
  "mixed",
  "columns",
  "merged",
  "asking",
  "tool-used",
  "files",
  "long",
  "bot-talk",
] as const satisfies (keyof Scenes)[];

const shown = (locator: Locator) => expect(locator).toBeVisible();

/** What opens above a conversation. */
const chatShots: Shot[] = [
  { name: "palette", at: "/home/chat", open: ({ page }) => page.keyboard.press("Control+k") },
  {
    name: "palette-found",
    at: "/home/chat",
    open: async ({ page }) => {
      await page.keyboard.press("Control+k");
      await page.getByRole("dialog").getByRole("combobox").fill("porto");
    },
  },
  {
    name: "palette-none",
    at: "/home/chat",
    open: async ({ page }) => {
      await page.keyboard.press("Control+k");
      await page.getByRole("dialog").getByRole("combobox").fill("zzzz");
    },
  },
  {
    name: "account-menu",
    at: "/home/chat",
    size: "wide",
    open: (stage) => stage.press("frame", "account_menu", { name: "Olivia Operator" }),
  },
  { name: "list-menu", at: "/home", open: (stage) => stage.press("chat", "list_actions") },
  {
    name: "new-group",
    at: "/home",
    open: async (stage) => {
      await stage.press("chat", "list_actions");
      await stage.pick("chat", "new_group");
    },
  },
  {
    name: "selection",
    at: "/home",
    open: async (stage) => {
      await stage.press("chat", "list_actions");
      await stage.pick("chat", "select_conversations");
      const rows = stage.page.locator("[data-conversation]").filter({ visible: true });
      await rows.nth(0).click();
      await rows.nth(2).click();
    },
  },
  { name: "list-search", at: "/home", open: (stage) => search(stage, "porto") },
  { name: "list-search-none", at: "/home", open: (stage) => search(stage, "zzzz is:pinned ") },
  {
    name: "temporary",
    at: "/home/chat",
    open: ({ page, say }) => page.getByRole("switch", { name: say("chat", "temporary_chat") }).click(),
  },
  { name: "model-picker", at: "/home/chat", open: ({ chat }) => chat.modelButton.click() },
  {
    name: "model-picker-several",
    at: "/home/chat",
    open: async ({ page, chat, say }) => {
      await chat.modelButton.click();
      await page.getByRole("switch", { name: say("chat", "several_models") }).click();
    },
  },
  { name: "slash", at: "/home/chat", open: (stage) => type(stage, "/") },
  { name: "mention", at: "/home/chat", open: (stage) => type(stage, "Show me, @a") },
  {
    name: "attachments",
    at: "/home/chat",
    open: async ({ page }) => {
      const file = (name: string, mimeType: string) => ({ name, mimeType, buffer: Buffer.from("شاي, tea") });
      await page
        .getByTestId("attach-files")
        .setInputFiles([file("عقد الإيجار 2026.txt", "text/plain"), file("song.mp3", "audio/mpeg")]);
      await expect(page.locator("[data-state=ready]")).toHaveCount(1, { timeout: 15_000 });
    },
  },
  { name: "prompts-mine", at: "/home/chat", open: (stage) => stage.press("prompts", "library") },
  {
    name: "prompts-public",
    at: "/home/chat",
    open: async (stage) => {
      await stage.press("prompts", "library");
      await stage.tab("prompts", "tab_public");
    },
  },
  {
    name: "prompt-new",
    at: "/home/chat",
    open: async (stage) => {
      await stage.press("prompts", "library");
      await stage.press("prompts", "new_prompt");
      await stage.press("prompts", "save", {}, stage.dialog());
    },
  },
  {
    name: "prompt-detail",
    at: "/home/chat",
    open: async (stage) => {
      await stage.press("prompts", "library");
      await stage.press("prompts", "details_of", { name: "Tide table" });
    },
  },
  {
    name: "prompt-runner",
    at: "/home/chat",
    open: async (stage) => {
      await stage.press("prompts", "library");
      await stage.press("prompts", "use_named", { name: "Tide table" });
    },
  },
  { name: "chat-tools", at: "/home/chat", open: (stage) => stage.press("tools", "chat_tools") },
  { name: "conversation-menu", at: "mixed", open: (stage) => stage.act() },
  { name: "rename", at: "mixed", open: (stage) => stage.act("rename") },
  { name: "share", at: "mixed", open: (stage) => stage.act("share_chat") },
  { name: "export", at: "mixed", open: (stage) => stage.act("export_chat") },
  { name: "tree", at: "markdown", open: (stage) => stage.press("chat", "show_tree") },
  { name: "resources", at: "files", size: "wide", open: (stage) => stage.press("chat", "resources") },
  {
    name: "resource-links",
    at: "mixed",
    open: async (stage) => {
      await stage.act("resources");
      await stage.tab("chat", "resource_links");
    },
  },
  {
    name: "resource-shared",
    at: "mixed",
    open: async (stage) => {
      await stage.act("resources");
      await stage.tab("chat", "resource_shared");
    },
  },
  {
    name: "file",
    at: "files",
    open: (stage) => stage.press("documents", "open_file", { name: "قائمة الشاي لعام 2026.txt" }),
  },
  { name: "settings-here", at: "markdown", open: (stage) => stage.press("chat", "chat_settings") },
  {
    name: "settings-here-context",
    at: "markdown",
    open: async (stage) => {
      await stage.press("chat", "chat_settings");
      await stage.page.getByRole("combobox", { name: stage.say("chat", "context"), exact: true }).click();
      await stage.page.getByRole("option", { name: stage.say("chat", "own_setting") }).click();
    },
  },
  { name: "gauge", at: "markdown", open: gauge },
  { name: "gauge-full", at: "long", open: gauge },
  {
    name: "trimmed",
    at: "long",
    open: async ({ page, say }) => {
      const mark = page.getByRole("region", { name: say("chat", "trim_mark") });
      await expect(async () => {
        await page.getByRole("log").evaluate((log) => {
          const box = log.closest("[class*=overflow-y]") ?? log;
          box.scrollTop -= 400;
        });
        await expect(mark).toBeVisible({ timeout: 200 });
      }).toPass();
      await mark.scrollIntoViewIfNeeded();
    },
  },
  {
    name: "receipt",
    at: "markdown",
    open: ({ chat, say }) => chat.press(chat.answer, say("chat", "receipt")),
  },
  {
    name: "answer-actions",
    at: "markdown",
    open: ({ chat, say }) => chat.press(chat.answer, say("prompts", "quick_actions_on")),
  },
  {
    name: "answer-again-with",
    at: "markdown",
    open: ({ chat, say }) => chat.press(chat.answer, say("chat", "regenerate_with")),
  },
  {
    name: "edit-question",
    at: "markdown",
    open: ({ chat, say }) => chat.press(chat.questions.last(), say("chat", "edit_message")),
  },
  {
    name: "thoughts-open",
    at: "thoughts",
    open: ({ chat }) => chat.answer.locator("summary, button[aria-expanded]").first().click(),
  },
  {
    name: "tool-open",
    at: "tool-used",
    open: ({ chat }) => chat.answer.getByRole("button", { name: /bench/ }).first().click(),
  },
  {
    name: "formulas",
    at: "markdown",
    open: ({ chat }) => chat.answers.first().evaluate((answer) => answer.scrollIntoView({ block: "start" })),
  },
  { name: "conversation-missing", at: "/home/chat/chat/019a0000-0000-7000-8000-000000000000" },
  { name: "temporary-over", at: "/home/chat/temporary/019a0000-0000-7000-8000-000000000001" },
  {
    name: "queued",
    at: "/home/chat",
    open: async ({ page, chat, say }) => {
      await chat.chooseModel(models.slow);
      await chat.field.fill("Talk for a long time");
      await page.getByRole("button", { name: say("chat", "send"), exact: true }).click();
      await expect(chat.answer).toContainText(/\w+ \w+ \w+/);
      for (const words of ["First of all", "ثانيًا: السعر 20 €"]) {
        await chat.field.fill(words);
        await page.getByRole("button", { name: say("chat", "send_next"), exact: true }).click();
      }
      await shown(page.getByRole("list", { name: say("chat", "queued_next") }));
    },
    after: ({ chat }) => chat.stopButton.click(),
  },
  {
    name: "stopped",
    at: "/home/chat",
    open: async ({ page, chat, say }) => {
      await chat.chooseModel(models.slow);
      await chat.field.fill("Talk for a long time");
      await page.getByRole("button", { name: say("chat", "send"), exact: true }).click();
      await expect(chat.answer).toContainText(/\w+ \w+ \w+/);
      await chat.stopButton.click();
      await expect(chat.answer).toContainText(say("chat", "answer_stopped"));
    },
  },
  {
    name: "deleted-toast",
    at: "/home/chat",
    open: async ({ page, chat, say }) => {
      await chat.chooseModel(models.quick);
      await chat.field.fill("Delete me");
      await page.getByRole("button", { name: say("chat", "send"), exact: true }).click();
      await chat.expectDone();
      await page.locator("main header").getByRole("button").first().click();
      await page.getByRole("menuitem", { name: say("chat", "delete"), exact: true }).click();
    },
  },
];

async function search({ page, say }: Stage, words: string): Promise<void> {
  const field = page.getByRole("searchbox", { name: say("chat", "search_conversations") });
  await field.filter({ visible: true }).first().fill(words);
  await shown(
    page
      .getByText(words.startsWith("porto") ? TITLE : "zzzz")
      .filter({ visible: true })
      .first(),
  );
}

async function type({ page, chat, narrow }: Stage, words: string): Promise<void> {
  await chat.field.pressSequentially(words);
  await shown(page.getByRole("option").first());
  if (narrow) await chat.field.focus();
}

async function gauge({ page, say }: Stage): Promise<void> {
  await page.getByRole("button", { name: new RegExp(`^${say("chat", "context")}: `) }).click();
  await shown(page.getByText(say("chat", "context_given")));
}

interface Named {
  id: string;
  name: string;
}

async function removeAll({ page }: Stage, path: string, which: (one: Named) => boolean = () => true) {
  const { items } = await call<{ items: Named[] }>(page, "GET", path);
  for (const { id } of items.filter(which)) await call(page, "DELETE", `${path}/${id}`);
}

/** What opens above the other pages. */
const otherShots: Shot[] = [
  {
    name: "bots-none",
    at: "/bots",
    open: ({ page, say }) => page.getByRole("searchbox", { name: say("bots", "search_bots") }).fill("zzzz"),
  },
  { name: "bots-mine", at: "/bots", open: (stage) => stage.tab("bots", "tab_mine") },
  {
    name: "bot-menu",
    at: "/bots",
    open: (stage) => stage.press("bots", "actions", { name: "مدقق لغوي" }),
  },
  {
    name: "bot-report",
    at: "/bots",
    open: async (stage) => {
      await stage.press("bots", "actions", { name: "مدقق لغوي" });
      await stage.pick("bots", "report");
    },
  },
  { name: "bot", at: "bot" },
  { name: "bot-share", at: "bot", open: (stage) => stage.press("bots", "share", {}, stage.dialog()) },
  {
    name: "bot-crop",
    at: "/bots/create",
    open: async ({ page, say }) => {
      const buffer = await page.screenshot();
      await page.getByTestId("bot-picture").setInputFiles({ name: "a.png", mimeType: "image/png", buffer });
      await shown(page.getByLabel(say("bots", "zoom")));
    },
  },
  {
    name: "new-bot-errors",
    at: "/bots/create",
    open: async (stage) => {
      await stage.fill("bots", "prompt", "");
      await stage.press("bots", "publish");
      await stage.page.locator("[aria-invalid=true]").first().scrollIntoViewIfNeeded();
    },
  },
  {
    name: "report-texts",
    at: "/settings/reports",
    open: ({ page }) => page.locator("main summary").first().click(),
  },
  { name: "new-key", at: "/settings/api-keys", open: (stage) => stage.press("gateway", "create_key") },
  { name: "revoke-key", at: "/settings/api-keys", open: (stage) => stage.press("gateway", "revoke") },
  { name: "new-tools", at: "/settings/tools", open: (stage) => stage.press("tools", "add_server") },
  {
    name: "tools-open",
    at: "/settings/tools",
    open: ({ page }) => page.getByRole("article").locator("button[aria-expanded=false]").last().click(),
  },
  {
    name: "new-connection",
    at: "/settings/models",
    open: (stage) => stage.press("models", "add_connection"),
  },
  {
    name: "connection-failed",
    at: "/settings/models",
    open: async (stage) => {
      await stage.press("models", "add_connection");
      await stage.fill("models", "address", "http://127.0.0.1:9/v1");
      await stage.press("models", "test");
      await shown(stage.page.getByText(stage.say("models", "test_failed")));
    },
  },
  {
    name: "connection-menu",
    at: "/settings/models",
    open: (stage) => stage.press("models", "more_for", { name: "Fake" }),
  },
  {
    name: "stand-ins",
    at: "/settings/models",
    open: async (stage) => {
      await stage.press("models", "more_for", { name: "Fake" });
      await stage.pick("models", "stand_ins");
    },
  },
  {
    name: "delete-connection",
    at: "/settings/models",
    open: async (stage) => {
      await stage.press("models", "more_for", { name: "Fake" });
      await stage.pick("models", "delete");
    },
  },
  {
    name: "select-open",
    at: "/settings/general",
    open: ({ page, say }) => page.getByRole("combobox", { name: say("accounts", "language") }).click(),
  },
  { name: "change-password", at: "/profile", open: (stage) => stage.press("accounts", "change_password") },
  {
    name: "shortcut-recorder",
    at: "/keyboard-shortcuts",
    open: async (stage) => {
      const command = stage.say("frame", "command.chat.new");
      await stage.press("accounts", "change_keys_of", { command });
      await stage.page.keyboard.press("Control+k");
    },
  },
  {
    name: "new-action",
    at: "/settings/quick-actions",
    open: (stage) => stage.press("prompts", "new_action"),
  },
  {
    name: "import-left-out",
    at: "/settings/data",
    open: ({ page }) => page.getByRole("article").locator("summary").first().click(),
  },
  {
    name: "import-refused",
    at: "/settings/data",
    open: async ({ page, say }) => {
      await page.locator('input[type="file"]').setInputFiles({
        name: "holiday.json",
        mimeType: "application/json",
        buffer: Buffer.from("not json"),
      });
      await shown(page.getByText(say("problems", "portability.unreadable")));
    },
    after: (stage) => removeAll(stage, "/api/portability/imports", ({ name }) => name === "holiday.json"),
  },
  {
    name: "user-menu",
    at: "/settings/users",
    open: (stage) => stage.press("admin", "more_for", { name: "Mina Member" }),
  },
  {
    name: "settings-found",
    at: "/settings",
    open: async ({ page, say }) => {
      const field = page.getByRole("searchbox", { name: say("frame", "search_settings") });
      await field.filter({ visible: true }).first().fill(say("frame", "setting.theme"));
    },
  },
  {
    name: "offline",
    at: "/settings/general",
    open: async ({ page }) => {
      await page.evaluate(() => {
        Object.defineProperty(navigator, "onLine", { configurable: true, value: false });
        window.dispatchEvent(new Event("offline"));
      });
    },
  },
  {
    name: "panel-failed",
    at: "/settings/general",
    open: async ({ page, narrow, say }) => {
      await page.route("**/api/accounts/devices", (route) =>
        route.fulfill({
          status: 503,
          contentType: "application/problem+json",
          body: JSON.stringify({ type: "about:blank", status: 503, code: "kernel.unavailable", title: "x" }),
        }),
      );
      if (narrow) await page.getByRole("link", { name: say("frame", "all_settings") }).click();
      await page.locator('a[href$="/settings/devices"]').filter({ visible: true }).first().click();
      await shown(
        page
          .getByRole("alert")
          .or(page.getByText(say("common", "try_again")))
          .first(),
      );
    },
  },
  { name: "authorize", at: AUTHORIZE },
  { name: "authorize-broken", at: "/authorize" },
  { name: "device-landing", at: "/auth-landing?state=s&code=c" },
  { name: "device-landing-denied", at: "/auth-landing?state=s&error=access_denied" },
  { name: "shared-chat-inside", at: "shared-chat" },
  { name: "shared-bot-inside", at: "shared-bot" },
];

/** What somebody sees who is new here: places that are empty. */
const memberShots: Shot[] = [
  ...pages(
    {
      list: "/home",
      trash: "/home/chat/trash",
      devices: "/settings/devices",
      models: "/settings/models",
      data: "/settings/data",
      shares: "/settings/shares",
      usage: "/settings/usage",
      "api-keys": "/settings/api-keys",
      tools: "/settings/tools",
      "settings-list": "/settings",
    },
    "member",
    "new-",
  ),
  {
    name: "new-prompts",
    at: "/home/chat",
    who: "member",
    open: (stage) => stage.press("prompts", "library"),
  },
  {
    name: "new-key-made",
    at: "/settings/api-keys",
    who: "member",
    open: async (stage) => {
      await stage.press("gateway", "create_key");
      await stage.fill("gateway", "name", "Once");
      await stage.press("gateway", "create");
      await shown(stage.page.getByText(stage.say("gateway", "secret_title")));
    },
    after: (stage) => removeAll(stage, "/api/gateway/keys"),
  },
  {
    name: "import-archive",
    at: "/settings/data",
    who: "member",
    open: async ({ page, say }) => {
      await page.locator('input[type="file"]').setInputFiles({
        name: "MyActivity.html",
        mimeType: "text/html",
        buffer: archiveFixture("gemini.html"),
      });
      await shown(page.getByText(say("portability", "state.checked"), { exact: true }).first());
      await page.locator("main summary").first().click();
    },
    after: (stage) => removeAll(stage, "/api/portability/imports"),
  },
];

/** The outside: for whoever is not signed in. */
const outsideShots: Shot[] = [
  ...pages(outside, "nobody"),
  {
    name: "login-errors",
    at: "/login",
    who: "nobody",
    open: async (stage) => {
      await stage.fill("accounts", "email", "nobody@example.com");
      await stage.fill("accounts", "password", "whatever it is");
      await stage.press("accounts", "sign_in");
      await shown(stage.page.locator("[aria-invalid=true]").first());
    },
  },
  {
    name: "sign-up-code",
    at: "/sign-up",
    who: "nobody",
    open: async (stage) => {
      await stage.fill("accounts", "name", "نور");
      await stage.fill("accounts", "email", `nour-${stage.locale}-${Date.now()}@example.com`);
      await stage.fill("accounts", "password", "tall green lighthouse");
      await stage.press("accounts", "continue");
      await shown(stage.page.getByText(stage.say("accounts", "code_title")));
    },
  },
  { name: "shared-chat", at: "shared-chat", who: "nobody" },
  { name: "shared-bot", at: "shared-bot", who: "nobody" },
];

export const SHOTS: readonly Shot[] = [
  ...CONVERSATIONS.map((scene): Shot => ({ name: scene, at: scene })),
  ...pages(screens),
  ...chatShots,
  ...otherShots,
  ...memberShots,
  ...outsideShots,
];
