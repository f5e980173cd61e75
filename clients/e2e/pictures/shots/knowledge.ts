import { expect } from "@playwright/test";
import { call } from "../../harness/api.ts";
import { selectWords } from "../../harness/library.ts";
import type { Stage } from "../stage.ts";
import { type Shot, shown } from "./shot.ts";

type Scenes = Record<string, `/${string}`>;

/** Scrolls an element to the top. */
const toTop = (stage: Stage, area: string, key: string, values?: Record<string, number>) =>
  stage.page
    .getByText(stage.say(area, key, values), { exact: true })
    .first()
    .evaluate((one) => one.scrollIntoView());

const tab = (stage: Stage, key: string) =>
  stage.page.getByRole("tab", { name: new RegExp(`^${stage.say("memory", key)}`) }).click();

/** Shots of scenes without a connected model. */
export const withoutModel = (at: Scenes): Shot[] => [
  ...["search-picked", "reading-picked", "research-picked", "memo-picture-mute"].map((name) => ({
    name,
    at: at[name] ?? "/",
  })),
  { name: "reading-form-mute", at: "/home/read" },
  { name: "research-form-mute", at: "/home/research" },
];

/** Shows a page with a modified server response. */
const asIf =
  (path: string, is: object) =>
  async ({ page }: Stage): Promise<void> => {
    await page.route(path, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ json: { ...((await response.json()) as object), ...is } });
    });
    await page.reload();
  };

const refused = (path: string, status: number, code: string) => (stage: Stage) =>
  stage.page.route(path, (route) =>
    route.request().method() === "POST"
      ? route.fulfill({
          status,
          contentType: "application/problem+json",
          json: { status, code, message: stage.say("problems", code), params: {} },
        })
      : route.continue(),
  );

export const searchShots = (at: Scenes): Shot[] => [
  { name: "search-not-found", at: at["search-not-found"] ?? "/" },
  { name: "search-failed", at: at["search-failed"] ?? "/" },
  { name: "search-my-memo", at: at["search-my-memo"] ?? "/" },
  { name: "search-missing", at: "/home/search/019a0000-0000-7000-8000-000000000000" },
  {
    name: "search-refused",
    at: "/home/search",
    open: async (stage) => {
      await refused("**/api/search/searches", 402, "search.too_many_searches")(stage);
      await stage.fill("search", "question", "Which ports are open tonight?");
      const form = stage.page.getByRole("form", { name: stage.say("search", "search") });
      await stage.press("search", "search_now", {}, form);
      await shown(stage.page.getByText(stage.say("problems", "search.too_many_searches")));
    },
  },
];

export const researchShots = (at: Scenes): Shot[] => {
  const done = at["research-whole"] ?? "/";
  return [
    {
      name: "research-evidence",
      at: done,
      open: async (stage) => {
        const table = stage.page.getByRole("region", { name: stage.say("search", "research.evidence") });
        await table.locator("summary, button").first().click();
        await table.evaluate((one) => one.scrollIntoView());
      },
    },
    {
      name: "research-sources",
      at: done,
      open: (stage) => toTop(stage, "search", "sources_found"),
    },
    {
      name: "research-page",
      at: done,
      open: async (stage) => {
        await stage.page.getByRole("link", { name: "[1]" }).first().click();
        await shown(stage.dialog());
      },
    },
    { name: "research-changed", at: at["research-changed"] ?? "/" },
    { name: "research-paused", at: at["research-paused"] ?? "/" },
    {
      name: "research-running",
      at: done,
      open: asIf("**/api/research/researches/*", { state: "researching", sections: [], gaps: [] }),
    },
    {
      name: "research-repeated",
      at: done,
      open: async (stage) => {
        const { page, say } = stage;
        await page.getByRole("combobox", { name: say("search", "research.every") }).click();
        await page.getByRole("option", { name: say("search", "research.every_week") }).click();
        await stage.press("search", "research.limit_set");
        await shown(stage.dialog());
      },
    },
    {
      name: "research-steps",
      at: done,
      open: ({ page }) => page.locator("main summary").first().click(),
    },
  ];
};

export const readingShots = (at: Scenes): Shot[] => [
  { name: "reading-pdf", at: at["reading-pdf"] ?? "/" },
  {
    name: "reading-pdf-page",
    at: at["reading-pdf"] ?? "/",
    open: async ({ page }) => {
      await page.getByRole("link", { name: "[1]" }).first().click();
      await shown(page.getByTestId("pdf-mark").first());
    },
  },
  {
    name: "reading-cancelled",
    at: at["reading-pdf"] ?? "/",
    open: asIf("**/api/reading/readings/*", { state: "cancelled", summaries: [], has_source: true }),
  },
  { name: "reading-missing", at: "/home/read/019a0000-0000-7000-8000-000000000000" },
];

export const documentShots = (at: Scenes): Shot[] => {
  const page = at["doc-page"] ?? "/";
  /** Switches to the chat on phones, which show only one of both. */
  const toChat = async ({ narrow, page, say }: Stage) => {
    if (narrow) await page.getByRole("radio", { name: say("library", "chat"), exact: true }).check();
  };
  return [
    { name: "doc-list", at: "/webapp/doc-chat" },
    { name: "doc-add", at: "/webapp/doc-chat", open: (stage) => stage.press("library", "add") },
    {
      name: "doc-add-wrong",
      at: "/webapp/doc-chat",
      open: async (stage) => {
        await stage.press("library", "add");
        await stage.fill("library", "address", "https://");
        await stage.page.keyboard.press("Enter");
        await shown(stage.dialog().getByText(stage.say("problems", "web_access.invalid_url")));
      },
    },
    { name: "doc-page", at: page },
    { name: "doc-chat", at: page, size: "narrow", open: toChat },
    {
      name: "doc-place",
      at: page,
      open: async (stage) => {
        await toChat(stage);
        await stage.chat.answer.getByRole("link").first().click();
        await shown(stage.page.getByTestId("pdf-mark").first());
      },
    },
    {
      name: "doc-highlights",
      at: page,
      open: (stage) => stage.press("library", "show_highlights", { count: 2 }),
    },
    {
      name: "doc-selection",
      at: page,
      size: "wide",
      open: (stage) =>
        selectWords(stage.page, "The rent is 900 euros a month.", stage.say("library", "selection")),
    },
    { name: "doc-scan", at: at["doc-scan"] ?? "/" },
    { name: "doc-collection", at: at["doc-collection"] ?? "/" },
    {
      name: "doc-collection-new",
      at: "/webapp/doc-chat",
      open: (stage) => stage.press("library", "make_collection"),
    },
    { name: "doc-print", at: at["doc-print"] ?? "/" },
    { name: "doc-print-highlights", at: at["doc-print-highlights"] ?? "/" },
    { name: "doc-missing", at: "/webapp/doc-chat?doc_id=019a0000-0000-7000-8000-000000000000" },
  ];
};

const BOOKMARKS =
  '<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><DT><A HREF="https://example.org/">Harbour</A>' +
  '<DT><A HREF="https://example.org/مرفأ">المرفأ القديم</A><DT><A HREF="javascript:alert(1)">No page</A></DL>';

export const memoShots = (at: Scenes): Shot[] => [
  { name: "memo-picture", at: at["memo-picture"] ?? "/" },
  {
    name: "memos-import-report",
    at: "/home/memo",
    open: async (stage) => {
      await stage.press("memos", "import_export");
      await stage.page
        .getByLabel(stage.say("memos", "choose_file"), { exact: true })
        .first()
        .setInputFiles({ name: "b.html", mimeType: "text/html", buffer: Buffer.from(BOOKMARKS) });
      await shown(stage.button("memos", "import_now"));
    },
  },
  {
    name: "memo-changed-elsewhere",
    at: at["memo-shared"] ?? "/",
    open: async ({ page, say }) => {
      const path = `/api/memos/${page.url().split("/").pop()}`;
      let changed = false;
      await page.route(`**${path}`, async (route) => {
        if (route.request().method() === "PATCH" && !changed) {
          changed = true;
          await call(page, "PATCH", path, { body: `Milk, bread and butter ${Date.now()}` });
        }
        await route.continue();
      });
      await page
        .getByRole("textbox", { name: say("memos", "text"), exact: true })
        .fill("Milk, tea and butter");
      await shown(page.getByText(say("conflict", "title"), { exact: true }));
    },
  },
  {
    name: "memos-keep-page",
    at: "/home/memo",
    open: async (stage) => {
      await stage.press("memos", "add_else");
      await stage.page.getByRole("menuitem", { name: stage.say("memos", "keep_page"), exact: true }).click();
      await shown(stage.dialog());
    },
  },
  {
    name: "memo-link",
    at: at["memo-shared"] ?? "/",
    open: async (stage) => {
      await stage.press("memos", "link_memo");
      await shown(stage.dialog().getByRole("listitem").first());
    },
  },
  ...["/webapp/memo/detail/webview", "/webapp/editor"].map((path) => ({
    name: `memo-${path.split("/").pop()}`,
    at: `${path}?memo_id=${at["memo-shared"]?.split("/").pop()}` as `/${string}`,
  })),
  {
    name: "memos-empty-trash",
    at: "/home/memo",
    open: (stage) => stage.press("memos", "trash"),
  },
];

export const memoryShots = (at: Scenes): Shot[] => [
  { name: "memory-manage", at: "/settings/memory", open: (stage) => tab(stage, "manage") },
  { name: "memory-suggestions", at: "/settings/memory", open: (stage) => tab(stage, "suggestions") },
  {
    name: "memory-forgotten",
    at: "/settings/memory",
    open: async (stage) => {
      await tab(stage, "manage");
      await stage.press("memory", "show_forgotten");
      await shown(stage.page.getByText("I like tea"));
    },
  },
  {
    name: "memory-item",
    at: "/settings/memory",
    open: async (stage) => {
      await tab(stage, "manage");
      await stage.press("memory", "change_text", { text: "I'm allergic to nuts" });
      await shown(stage.dialog());
    },
  },
  { name: "memory-in-chat", at: at["memory-chat"] ?? "/" },
  {
    name: "memory-used",
    at: at["memory-chat"] ?? "/",
    open: async ({ chat, page }) => {
      await chat.answer.hover();
      await chat.answer.getByRole("button", { name: /4/ }).click();
      await expect(page.getByRole("dialog")).not.toBeEmpty();
    },
  },
];

export const memoryFull: Shot = { name: "memory-full", at: "/settings/memory" };
export const memoryFullItems: Shot = {
  name: "memory-full-items",
  at: "/settings/memory",
  open: (stage) => tab(stage, "manage"),
};

export const citedShots = (at: Scenes): Shot[] => [
  { name: "given-cited", at: at["given-cited"] ?? "/" },
  {
    name: "cited-card",
    at: at["given-cited"] ?? "/",
    size: "wide",
    open: async ({ chat, page }) => {
      await chat.answer.locator("[data-source]").first().hover();
      await shown(page.getByText("High water is at noon.").last());
    },
  },
  {
    name: "cited-page",
    at: at["web-cited"] ?? "/",
    open: async (stage) => {
      await stage.chat.answer.locator("[data-source]").first().click();
      await shown(stage.dialog().locator("mark").first());
    },
  },
];
