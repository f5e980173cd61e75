import { beforeEach, describe, expect, test, vi } from "vitest";

interface Tab {
  id: number;
  url: string;
  lastAccessed: number;
}
let tabs: Tab[] = [];
/** Responses that end the reading of a tab. */
const answers = new Map<number, (title: string) => void>();
let mayReadAll = true;
/** Marks by which a document is told from the previous one in its tab; null: the browser denies access. */
const marks = new Map<number, string | null>();
/** Window of the panel. */
const HERE = vi.hoisted(() => 7);
/** Error of the browser for the next reading. */
let refusal: string | null = null;
type Heard = (...given: never[]) => void;
const heard = vi.hoisted(() => ({ activated: new Set<Heard>(), updated: new Set<Heard>() }));
const listened = (listeners: Set<Heard>) => ({
  addListener: (one: Heard) => void listeners.add(one),
  removeListener: (one: Heard) => void listeners.delete(one),
});
vi.mock("wxt/browser", () => ({
  browser: {
    windows: { getCurrent: async () => ({ id: HERE }) },
    tabs: {
      getCurrent: async () => undefined,
      query: async () => [...tabs],
      onActivated: listened(heard.activated),
      onUpdated: listened(heard.updated),
    },
    scripting: {
      executeScript: ({ target: { tabId }, files }: { target: { tabId: number }; files?: string[] }) => {
        const mark = marks.get(tabId);
        if (!files) return mark === null ? Promise.reject(new Error("closed")) : [{ result: mark }];
        const said = refusal;
        refusal = null;
        if (said !== null) return Promise.reject(new Error(said));
        return new Promise((resolve) => {
          const answer = (title: string) => {
            const page = {
              title,
              selected: title,
              tree: "",
              selectedTree: "",
              lang: "",
              address: "",
              host: "page.example",
            };
            const leftOut = { fields: 0, pictures: 0, frames: 0 };
            resolve([{ result: { mark, seen: { ...page, hasCaptions: false, leftOut } } }]);
          };
          answers.set(tabId, answer);
        });
      },
    },
    permissions: { contains: async () => mayReadAll, request: async () => mayReadAll },
  },
}));
const { dropPage, follow, markSent, readTab, resumeFollowing, usePage, watchTabs } = await import(
  "./page-store"
);

const look = (id: number) => {
  tabs = [{ id, url: `https://${id}.example/`, lastAccessed: id }];
};
const shown = () => {
  const { page } = usePage.getState();
  return "page" in page ? page.page.title : page.kind;
};

beforeEach(() => {
  answers.clear();
  marks.clear();
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

describe("a page that comes to the end of its loading", () => {
  /** Simulates the browser's event that an active tab has loaded. */
  const load = (id: number, status = "complete", windowId = HERE) => {
    for (const hear of heard.updated) hear(...([id, { status }, { active: true, windowId }] as never[]));
  };
  const ask = async (id: number) => {
    look(id);
    const reading = readTab();
    await vi.waitFor(() => expect(answers.has(id)).toBe(true));
    return async () => {
      answers.get(id)?.(`page ${id}`);
      await reading;
    };
  };
  /** Waits until pending promises have settled. */
  const settled = async () => {
    for (let turn = 0; turn < 10; turn++) await Promise.resolve();
  };
  let leave = () => {};
  beforeEach(() => {
    leave = watchTabs();
    return () => leave();
  });

  test("stays, when it was asked about before that", async () => {
    marks.set(1, "first");
    const answer = await ask(1);
    load(1);
    await answer();
    await settled();
    expect(shown()).toBe("page 1");
    load(1);
    await settled();
    expect(shown()).toBe("page 1");
  });

  test("stays, when it is asked about once more before the first answer", async () => {
    marks.set(1, "first");
    await ask(1);
    const first = answers.get(1);
    load(1);
    const again = readTab();
    await vi.waitFor(() => expect(answers.get(1)).not.toBe(first));
    first?.("page 1");
    await settled();
    answers.get(1)?.("page 1");
    await again;
    await settled();
    expect(shown()).toBe("page 1");
  });

  test("goes, when it is another one in the same tab", async () => {
    marks.set(1, "first");
    const answer = await ask(1);
    await answer();
    marks.set(1, "second");
    load(1);
    await vi.waitFor(() => expect(shown()).toBe("away"));
  });

  test("goes, when nobody may look any more whether it is another one", async () => {
    marks.set(1, "first");
    const answer = await ask(1);
    await answer();
    marks.set(1, null);
    load(1);
    await vi.waitFor(() => expect(shown()).toBe("away"));
  });

  test("is none of ours, when it is in another tab", async () => {
    marks.set(1, "first").set(2, "other");
    const answer = await ask(1);
    await answer();
    load(2);
    await settled();
    expect(shown()).toBe("page 1");
  });

  test("is none of ours, when it is in another window, and neither is who looks at another tab there", async () => {
    const answer = await ask(1);
    await answer();
    usePage.setState({ following: true });
    load(5, "complete", 8);
    for (const hear of heard.activated) hear(...([{ tabId: 5, windowId: 8 }] as never[]));
    await settled();
    expect(shown()).toBe("page 1");
    expect(answers.has(5)).toBe(false);
    usePage.setState({ following: false });
    for (const hear of heard.activated) hear(...([{ tabId: 2, windowId: HERE }] as never[]));
    await vi.waitFor(() => expect(shown()).toBe("away"));
  });

  test.each(["Frame with ID 0 was removed.", "The document was unloaded", "Message manager disconnected"])(
    "is read in place of one that was left meanwhile: %s",
    async (said) => {
      refusal = said;
      const answer = await ask(1);
      await answer();
      expect(shown()).toBe("page 1");
    },
  );

  test("is read in place of one that the browser keeps in its cache, which never answers", async () => {
    marks.set(1, "first");
    await ask(1);
    const frozen = answers.get(1);
    load(1, "loading");
    await vi.waitFor(() => expect(answers.get(1)).not.toBe(frozen));
    answers.get(1)?.("the next page");
    await vi.waitFor(() => expect(shown()).toBe("the next page"));
    frozen?.("the page before");
    await settled();
    expect(shown()).toBe("the next page");
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
