import { beforeEach, describe, expect, test, vi } from "vitest";

interface Tab {
  id: number;
  url: string;
  lastAccessed: number;
}
let tabs: Tab[] = [];
/** Ends the reading of a tab, once its person has waited long enough. */
const answers = new Map<number, (title: string) => void>();
let mayReadAll = true;
vi.mock("wxt/browser", () => ({
  browser: {
    tabs: { getCurrent: async () => undefined, query: async () => [...tabs] },
    scripting: {
      executeScript: ({ target: { tabId } }: { target: { tabId: number } }) =>
        new Promise((resolve) => {
          answers.set(tabId, (title) => resolve([{ result: { title, text: title, kind: "main" } }]));
        }),
    },
    permissions: { contains: async () => mayReadAll, request: async () => mayReadAll },
  },
}));
const { dropPage, follow, markSent, readTab, resumeFollowing, usePage } = await import("./page-store");

const look = (id: number) => {
  tabs = [{ id, url: `https://${id}.example/`, lastAccessed: id }];
};
const shown = () => {
  const { page } = usePage.getState();
  return "page" in page ? page.page.title : page.kind;
};

beforeEach(() => {
  answers.clear();
  localStorage.clear();
  mayReadAll = true;
  usePage.setState({ page: { kind: "away" }, following: false });
});

describe("the page that goes along", () => {
  test("is that of the tab looked at last, though another is read to its end later", async () => {
    look(1);
    const slow = readTab();
    await vi.waitFor(() => expect(answers.has(1)).toBe(true));
    look(2);
    const quick = readTab();
    await vi.waitFor(() => expect(answers.has(2)).toBe(true));
    answers.get(2)?.("second");
    await quick;
    answers.get(1)?.("first");
    await slow;
    expect(shown()).toBe("second");
  });

  test("stays away when it was taken away while it was read", async () => {
    look(1);
    const reading = readTab();
    await vi.waitFor(() => expect(answers.has(1)).toBe(true));
    dropPage();
    answers.get(1)?.("first");
    await reading;
    expect(shown()).toBe("away");
  });

  test("is not said to be sent when another stands in its place by then", async () => {
    look(1);
    const reading = readTab();
    await vi.waitFor(() => expect(answers.has(1)).toBe(true));
    answers.get(1)?.("first");
    await reading;
    const { page: first } = usePage.getState();
    if (first.kind !== "ready") throw new Error("it was not read");
    usePage.setState({ page: { ...first, page: { ...first.page, title: "second" } } });
    markSent(first.page);
    expect(usePage.getState().page.kind).toBe("ready");
    expect(shown()).toBe("second");
  });
});

describe("following the tab", () => {
  test("goes on when the panel opens again, as it was left", async () => {
    await follow(true);
    usePage.setState({ following: false });
    look(3);
    const resumed = resumeFollowing();
    await vi.waitFor(() => expect(answers.has(3)).toBe(true));
    answers.get(3)?.("third");
    await resumed;
    expect(usePage.getState().following).toBe(true);
    expect(shown()).toBe("third");
    await follow(false);
    await resumeFollowing();
    expect(usePage.getState().following).toBe(false);
  });

  test("ends where the browser does not let the extension into every page any more", async () => {
    await follow(true);
    usePage.setState({ following: false });
    mayReadAll = false;
    await resumeFollowing();
    expect(usePage.getState().following).toBe(false);
    mayReadAll = true;
    await resumeFollowing();
    expect(usePage.getState().following, "it was forgotten").toBe(false);
  });
});
