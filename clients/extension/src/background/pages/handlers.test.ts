import { beforeEach, describe, expect, test, vi } from "vitest";
import type { PageSender } from "./answer-page";

const tabs: string[] = [];
const errands: unknown[] = [];
let opens = false;
vi.mock("wxt/browser", () => ({
  browser: {
    tabs: { create: async ({ url }: { url: string }) => void tabs.push(url) },
    storage: {
      local: { get: async () => ({ connection: { server: "https://ensemble.example", token: "secret" } }) },
    },
  },
}));
vi.mock("../open-panel", () => ({
  openPanel: async (_tabId: number, errand: unknown) => {
    errands.push(errand);
    return opens;
  },
}));
const { PAGE_HANDLERS } = await import("./handlers");

const sender: PageSender = {
  tabId: 7,
  frameId: 0,
  origin: "https://a.example",
  host: "a.example",
  isPrivate: false,
};
const open = (conversationId: string | null) =>
  PAGE_HANDLERS["page→background: open panel"].answer({ conversationId }, sender);
const CHAT = "01890000-0000-7000-8000-000000000000";

beforeEach(() => {
  tabs.length = 0;
  errands.length = 0;
});

describe("the panel that a page asks for", () => {
  test("is opened beside it, in the chat that is named", async () => {
    opens = true;
    expect(await open(null)).toEqual({ opened: true });
    expect(await open(CHAT)).toEqual({ opened: true });
    expect(errands).toEqual([null, { kind: "chat", conversationId: CHAT }]);
    expect(tabs).toEqual([]);
  });

  test("stands in a tab where the browser opens none for a page, as Firefox does not", async () => {
    opens = false;
    expect(await open(null)).toEqual({ opened: false });
    expect(await open(CHAT)).toEqual({ opened: false });
    expect(tabs).toEqual([
      `${location.origin}/sidepanel.html`,
      `https://ensemble.example/home/chat/chat/${CHAT}`,
    ]);
  });
});
