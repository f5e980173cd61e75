import { beforeEach, describe, expect, test, vi } from "vitest";

let kept: Record<string, unknown> = {};
/** Addresses that the browser went to, and the number of log entries at that time. */
const went: { url: string; noted: number }[] = [];
let enter: (entered: string, disposition: string) => void = () => undefined;
const go = async (url: string) =>
  void went.push({ url, noted: (kept.sent as unknown[] | undefined)?.length ?? 0 });
vi.mock("wxt/browser", () => ({
  browser: {
    omnibox: {
      onInputChanged: { addListener: () => undefined },
      onInputEntered: { addListener: (listener: typeof enter) => (enter = listener) },
    },
    tabs: {
      create: ({ url }: { url: string }) => go(url),
      update: ({ url }: { url: string }) => go(url),
    },
    storage: {
      local: {
        get: async () => structuredClone(kept),
        set: async (change: object) => {
          kept = { ...kept, ...structuredClone(change) };
        },
      },
    },
  },
}));
const { asDescription, watchOmnibox } = await import("./omnibox");
const { readLog } = await import("./sent-log");
watchOmnibox();

const SERVER = "https://ensemble.example";

beforeEach(() => {
  kept = { connection: { server: SERVER, token: "secret", refusal: null } };
  went.length = 0;
});

test("a chat's title in the address bar is text, whatever is in it", () => {
  expect(asDescription('Tom & <b>Jerry</b>\n"it\'s"', true)).toBe(
    "Tom &#38; &#60;b&#62;Jerry&#60;/b&#62; &#34;it&#39;s&#34;",
  );
  expect(asDescription("a < b", false)).toBe("a < b");
});

// Issue: "a local log of every byte sent"
describe("words behind `ens`", () => {
  test("are noted before the browser takes them to the server, and not kept", async () => {
    enter("why does it rain?", "currentTab");
    await vi.waitFor(() => expect(went).toHaveLength(1));
    expect(went).toEqual([{ url: `${SERVER}/home/chat?q=why+does+it+rain%3F`, noted: 1 }]);
    const { entries } = await readLog();
    expect(entries).toMatchObject([{ path: "/home/chat", bytes: "q=why+does+it+rain%3F".length }]);
    expect(JSON.stringify(entries)).not.toContain("rain");
  });

  test("that chose a chat carry nothing", async () => {
    const chat = "/home/chat/chat/01890000-0000-7000-8000-000000000000";
    enter(chat, "newForegroundTab");
    await vi.waitFor(() => expect(went).toEqual([{ url: SERVER + chat, noted: 0 }]));
  });
});
