import type { TaskEnded } from "@ensemble/contract/wire";
import { memoryHost } from "@ensemble/host/memory-host";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

type Hint = TaskEnded | { type: "connected" };
const heard = vi.hoisted(() => ({
  listener: (_: unknown): void => undefined,
  toasts: [] as object[],
}));
vi.mock("@ensemble/contract/server-hints", () => ({
  onServerHint: (listener: (hint: unknown) => void) => {
    heard.listener = listener;
    return () => undefined;
  },
}));
vi.mock("@ensemble/ui/toasts/toast", () => ({ showToast: (toast: object) => heard.toasts.push(toast) }));
vi.mock("@ensemble/i18n/text", () => ({
  loadTexts: async () => undefined,
  findText: (_: string, key: string) => key,
}));
const { tellOfTasks } = await import("./tell-of-tasks");

const ended: TaskEnded = {
  type: "task.ended",
  task_id: "t1",
  kind: "reading",
  state: "succeeded",
  title: "Tides",
  path: "/home/read/t1",
};
const tell = async (hint: Hint) => {
  heard.listener(hint);
  await Promise.resolve();
  await Promise.resolve();
};
let visibility = "visible";

beforeEach(() => {
  heard.toasts.length = 0;
  visibility = "visible";
  vi.spyOn(document, "visibilityState", "get").mockImplementation(
    () => visibility as DocumentVisibilityState,
  );
  history.replaceState(null, "", "/home/chat");
});
afterEach(() => vi.restoreAllMocks());

test("tells what became of a task, with a way to its page", async () => {
  const open = vi.fn();
  tellOfTasks(memoryHost(), open);
  await tell({ type: "connected" });
  await tell(ended);
  await tell({ ...ended, state: "failed" });
  await tell({ ...ended, state: "paused" });
  expect(heard.toasts).toMatchObject([
    { title: "task_ready", description: "Tides", kind: "info", action: { label: "open" } },
    { title: "task_failed", kind: "danger" },
    { title: "task_waits", kind: "info" },
  ]);
  (heard.toasts[0] as { action: { onPress: () => void } }).action.onPress();
  expect(open).toHaveBeenCalledWith("/home/read/t1");
});

test("says nothing on the page of the task", async () => {
  tellOfTasks(memoryHost(), vi.fn());
  history.replaceState(null, "", "/home/read/t1");
  await tell(ended);
  expect(heard.toasts).toEqual([]);
});

test("while no window is visible the system tells of it, without its title", async () => {
  visibility = "hidden";
  const notify = vi.fn();
  tellOfTasks({ ...memoryHost(), notify }, vi.fn());
  await tell(ended);
  expect(notify).toHaveBeenCalledWith({ title: "news_title", body: "open_to_read" });
  expect(heard.toasts).toEqual([]);
});
