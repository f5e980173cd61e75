import { beforeEach, describe, expect, test, vi } from "vitest";

type Listener<Given extends unknown[]> = (...given: Given) => void;
let press: Listener<[string, unknown]>;
let choose: Listener<[unknown, unknown]>;
const opened: number[] = [];
const called: number[] = [];
const nothing = { addListener: () => undefined };
vi.mock("wxt/browser", () => ({
  browser: {
    commands: { onCommand: { addListener: (listener: typeof press) => (press = listener) } },
    contextMenus: { onClicked: { addListener: (listener: typeof choose) => (choose = listener) } },
    tabs: { onActivated: nothing, onUpdated: nothing },
    storage: { local: { onChanged: nothing, get: async () => ({}) } },
  },
}));
vi.mock("./open-panel", () => ({ openPanel: async (tabId: number) => void opened.push(tabId) }));
const taken: unknown[] = [];
vi.mock("./pictures", async (original) => ({
  ...(await original<typeof import("./pictures")>()),
  openWithPicture: async (place: string, picture: object) => void taken.push({ place, ...picture }),
}));
vi.mock("./pages/inject", () => ({ callPage: async (tabId: number) => void called.push(tabId) }));
const { watchCommands } = await import("./commands");
const { watchMenus } = await import("./menus");
watchCommands();
watchMenus();

beforeEach(() => {
  opened.length = 0;
  called.length = 0;
});

describe("a key or a menu", () => {
  test("calls the page where an extension may be", async () => {
    press("quick-panel", { id: 1, url: "https://a.example/" });
    await vi.waitFor(() => expect(called).toEqual([1]));
    choose({ menuItemId: "write" }, { id: 2, url: "https://a.example/" });
    await vi.waitFor(() => expect(called).toEqual([1, 2]));
    expect(opened).toEqual([]);
  });

  // Later, the browser no longer counts the key as a user action and opens no panel.
  test("opens the panel elsewhere, before anything is waited for", () => {
    press("quick-panel", { id: 3, url: "chrome://version/" });
    press("translate-page", { id: 4 });
    choose({ menuItemId: "ask-selection", pageUrl: "chrome://version/" }, { id: 5 });
    expect(opened).toEqual([3, 4, 5]);
    expect(called).toEqual([]);
  });

  test("calls a page whose address the menu alone is told", async () => {
    choose({ menuItemId: "write", pageUrl: "https://a.example/" }, { id: 6 });
    await vi.waitFor(() => expect(called).toEqual([6]));
    expect(opened).toEqual([]);
  });

  test("takes the picture that was clicked to the page of the product", async () => {
    const clicked = { menuItemId: "picture-edit", srcUrl: "https://a.example/tom.png", frameId: 3 };
    choose(clicked, { id: 7, url: "https://a.example/", title: "A", incognito: false });
    await vi.waitFor(() =>
      expect(taken).toEqual([
        {
          place: "/home/image/edit/new",
          tabId: 7,
          frameId: 3,
          address: "https://a.example/tom.png",
          page: { host: "a.example", title: "A", words: 0, isPrivate: false },
        },
      ]),
    );
  });
});
