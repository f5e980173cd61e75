import { beforeEach, describe, expect, test, vi } from "vitest";

const stored = vi.hoisted(() => ({ readOne: vi.fn(async (): Promise<unknown> => undefined) }));
vi.mock("@ensemble/blocks/device-store", () => stored);

const windows: object[] = [];
const world = {
  showNotification: vi.fn(async () => undefined),
  matchAll: vi.fn(async () => windows),
  openWindow: vi.fn(async () => null),
  setAppBadge: vi.fn(async () => undefined),
};
vi.stubGlobal("__ENSEMBLE_BUILD__", { version: "v1", needed: [] });
vi.stubGlobal("registration", { showNotification: world.showNotification });
vi.stubGlobal("clients", { matchAll: world.matchAll, openWindow: world.openWindow });
vi.stubGlobal("navigator", { setAppBadge: world.setAppBadge });
const { openPage, showNews } = await import("./push");

const news = (change: object = {}) => ({
  json: () => ({ type: "run_ended", conversation_id: "c1", state: "completed", unread: 3, ...change }),
});
const window = (path: string, visibilityState: string) => ({
  url: `https://a.example${path}`,
  visibilityState,
  focus: vi.fn(),
  postMessage: vi.fn(),
});

describe("showNews", () => {
  beforeEach(() => {
    windows.length = 0;
    for (const spy of Object.values(world)) spy.mockClear();
    stored.readOne.mockResolvedValue(undefined);
  });

  test("says that an answer is there, and no word of what it is about", async () => {
    await showNews(news());
    expect(world.showNotification).toHaveBeenCalledWith(
      "Your answer is ready",
      expect.objectContaining({ body: "Open Ensemble to read it", tag: "c1" }),
    );
    expect(world.setAppBadge).toHaveBeenCalledWith(3);
  });

  test("says the title where the server sends one, and speaks the page's language", async () => {
    stored.readOne.mockResolvedValue("ar");
    await showNews(news({ title: "القوارب", state: "failed" }));
    expect(world.showNotification).toHaveBeenCalledWith(
      "القوارب",
      expect.objectContaining({ lang: "ar", dir: "rtl", body: "انقطعت إجابتك" }),
    );
  });

  test("says that an answer waits for its person", async () => {
    await showNews(news({ type: "run_waits", state: undefined }));
    expect(world.showNotification).toHaveBeenCalledWith(
      "An answer needs your approval",
      expect.objectContaining({ body: "Open Ensemble to allow or deny a tool", tag: "c1" }),
    );
  });

  test.each([
    ["succeeded", "Your result is ready"],
    ["failed", "Your task couldn't be completed"],
    ["paused", "Your task needs your input"],
  ])("says that a task %s, and leads to its page", async (state, said) => {
    const task = {
      type: "task_ended",
      conversation_id: undefined,
      task_id: "t1",
      path: "/home/read/t1",
      state,
    };
    await showNews(news(task));
    expect(world.showNotification).toHaveBeenCalledWith(
      said,
      expect.objectContaining({
        body: "Open Ensemble to see it",
        tag: "t1",
        data: { id: "t1", path: "/home/read/t1" },
      }),
    );
    windows.push(window("/home/read/t1", "visible"));
    await showNews(news(task));
    expect(world.showNotification).toHaveBeenCalledTimes(1);
  });

  test.each(["//evil.example/", "https://evil.example/", "", undefined])(
    "leads nowhere else: %s",
    async (path) => {
      await showNews(news({ type: "task_ended", task_id: "t1", path, state: "succeeded" }));
      expect(world.showNotification).not.toHaveBeenCalled();
    },
  );

  test("disturbs nobody who is looking at the answer", async () => {
    windows.push(window("/home/chat/boats/c1", "visible"));
    await showNews(news());
    expect(world.showNotification).not.toHaveBeenCalled();

    windows[0] = window("/home/chat/boats/c1", "hidden");
    await showNews(news());
    expect(world.showNotification).toHaveBeenCalledTimes(1);
  });

  test("shows nothing of what it does not understand", async () => {
    await showNews({ json: () => ({ type: "something_else" }) });
    await showNews({
      json: () => {
        throw new SyntaxError();
      },
    });
    expect(world.showNotification).not.toHaveBeenCalled();
  });
});

describe("openPage", () => {
  const notification = () =>
    ({ data: { id: "c1", path: "/home/chat/chat/c1" }, close: vi.fn() }) as unknown as Notification;

  test("goes to the window that shows it, or lets an open one go there, or opens one", async () => {
    windows.length = 0;
    await openPage(notification());
    expect(world.openWindow).toHaveBeenCalledWith("/home/chat/chat/c1");

    const other = window("/settings", "hidden");
    windows.push(other);
    await openPage(notification());
    expect(other.postMessage).toHaveBeenCalledWith({ type: "open", path: "/home/chat/chat/c1" });

    const there = window("/home/chat/boats/c1", "hidden");
    windows.push(there);
    await openPage(notification());
    expect(there.focus).toHaveBeenCalled();
    expect(other.postMessage).toHaveBeenCalledTimes(1);
  });
});
