import { EmptyState } from "@ensemble/ui/feedback/EmptyState";
import { ToastRegion } from "@ensemble/ui/toasts/ToastRegion";
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, describe, expect, test, vi } from "vitest";
import { renderIn, serve, TestRefusal } from "../testing";
import { TaskHistory } from "./TaskHistory";
import { TaskHistoryButton } from "./TaskHistoryButton";
import { TaskList } from "./TaskList";
import { TaskProgress } from "./TaskProgress";
import { type TaskEntry, type TaskPage, type TaskRequests, type TaskState, taskKind } from "./task-kind";

interface Poem {
  id: string;
  state: TaskState;
}

const request = async (method: string, path: string, signal?: AbortSignal) => {
  const response = await fetch(new URL(path, location.origin), { method, signal });
  if (!response.ok) throw new Error(`${response.status}`);
  return response.status === 204 ? null : response.json();
};

const requests: TaskRequests<Poem, TaskEntry> = {
  key: "poems",
  get: (id, signal) => request("GET", `/poems/${id}`, signal),
  list: ({ cursor }, signal): Promise<TaskPage<TaskEntry>> =>
    request("GET", `/poems${cursor ? `?cursor=${cursor}` : ""}`, signal),
  cancel: ({ id }) => request("POST", `/poems/${id}/cancel`),
  remove: (id) => request("DELETE", `/poems/${id}`),
  restore: (id) => request("POST", `/poems/${id}/restore`),
  stateOf: ({ state }) => state,
};
const poems = taskKind(requests);

const entry = (id: string, title: string): TaskEntry => ({ id, title, created_at: "2026-11-22T08:00:00Z" });

const list = (
  <>
    <TaskList
      kind={poems}
      heading="Poems"
      placeOf={(id) => `/poems/${id}`}
      facts={({ id }) => [id === "p1" ? "Running" : null]}
      deleted="Poem deleted"
      empty={<EmptyState title="No poems yet" />}
    />
    <ToastRegion label="Notifications" closeLabel="Close" />
  </>
);

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

describe("the progress of a task", () => {
  const show = (state: TaskState, props: Partial<Parameters<typeof TaskProgress<Poem, TaskEntry>>[0]> = {}) =>
    renderIn(<TaskProgress kind={poems} task={{ id: "p1", state }} label="Writing…" {...props} />, {
      areas: [],
    });

  // spec §9: "Simulated progress caps at 99."
  test.each([
    [-1, "0"],
    [41.7, "41"],
    [100, "99"],
  ])("shows %d percent as %s until it is done", async (percent, shown) => {
    await show("running", { percent });
    const bar = screen.getByRole("progressbar", { name: "Progress" });
    expect(bar.getAttribute("aria-valuenow")).toBe(shown);
    expect(bar.getAttribute("aria-valuetext")).toBe(`${shown}%`);
  });

  test("has no bar where nothing reports a percentage, or once it is over", async () => {
    await show("running");
    expect(screen.queryByRole("progressbar")).toBeNull();
    cleanup();
    await show("failed", { percent: 40 });
    expect(screen.queryByRole("progressbar")).toBeNull();
  });

  test("announces its step, and while it is queued its place and the wait", async () => {
    await show("running");
    expect(screen.getByRole("status").textContent).toBe("Writing…");
    cleanup();
    await show("queued", { queue: { position: 3, waitSeconds: 240 } });
    expect(screen.getByRole("status").textContent).toBe("Queued: position 3, about 4 minutes");
    cleanup();
    await show("queued", { queue: { position: 3, waitSeconds: null } });
    expect(screen.getByRole("status").textContent).toBe("Queued: position 3");
  });

  test.each(["queued", "running", "paused"] as const)("is stopped while it is %s", async (state) => {
    const seen = serve({ "POST /poems/p1/cancel": null });
    await show(state);
    await userEvent.click(screen.getByRole("button", { name: "Stop" }));
    await waitFor(() => expect(seen.map(({ path }) => path)).toEqual(["/poems/p1/cancel"]));
  });

  test.each(["succeeded", "failed", "cancelled"] as const)("cannot be stopped once it %s", async (state) => {
    await show(state);
    expect(screen.queryByRole("button", { name: "Stop" })).toBeNull();
  });
});

describe("a task with events", () => {
  const frame = (id: number | null, name: string, data: unknown) =>
    `${id === null ? "" : `id: ${id}\n`}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
  const events = (...frames: string[]) =>
    new Response(frames.join(""), { headers: { "content-type": "text/event-stream" } });

  test("shows its place and its percentage as they change, and goes on after the last event", async () => {
    const followed = { ...poems, eventsOf: (id: string) => `/tasks/${id}/events` };
    const asked: (string | null)[] = [];
    let go: (answer: Response) => void = () => undefined;
    const second = new Promise<Response>((resolve) => {
      go = resolve;
    });
    vi.spyOn(globalThis, "fetch").mockImplementation(async (_, init) => {
      asked.push(new Headers(init?.headers).get("last-event-id"));
      const queued = { state: "queued", percent: 0, queue: { position: 2, wait_seconds: 60 } };
      return asked.length === 1 ? events(frame(4, "task.updated", queued)) : second;
    });
    const { queryClient } = await renderIn(
      <TaskProgress kind={followed} task={{ id: "p1", state: "queued" }} label="Waiting…" />,
      { areas: [] },
    );
    const refetched = vi.spyOn(queryClient, "invalidateQueries");
    await screen.findByText("Queued: position 2, about 60 seconds");
    await waitFor(() => expect(asked).toEqual([null, "4"]));
    const running = { state: "running", percent: 30, queue: null };
    go(events(frame(5, "task.updated", running), frame(null, "done", {})));
    expect(await screen.findByText("Waiting…")).toBeTruthy();
    expect(screen.getByRole("progressbar").getAttribute("aria-valuenow")).toBe("30");
    await waitFor(() =>
      expect(refetched.mock.calls.map(([filter]) => filter?.queryKey)).toContainEqual(["poems", "list"]),
    );
  });
});

const withEvents = taskKind({ ...requests, eventsOf: (id) => `/tasks/${id}/events` });

/** Task whose state changes by a button. */
function Changing({ first, then }: { first: TaskState; then: TaskState }) {
  const [state, setState] = useState(first);
  return (
    <>
      <button type="button" onClick={() => setState(then)}>
        Go on
      </button>
      <TaskProgress kind={withEvents} task={{ id: "p1", state }} label="Writing…" />
    </>
  );
}

describe("a task that ends while it is looked at", () => {
  const seenAfter = async (first: TaskState, then: TaskState) => {
    const seen = serve({ "POST /api/tasks/p1/seen": null });
    await renderIn(<Changing first={first} then={then} />, { areas: [] });
    await userEvent.click(screen.getByRole("button", { name: "Go on" }));
    return () => seen.filter(({ path }) => path === "/api/tasks/p1/seen").length;
  };

  test("is reported as seen, as is one that waits for its person", async () => {
    const ended = await seenAfter("running", "succeeded");
    await waitFor(() => expect(ended()).toBe(1));
    cleanup();
    const waits = await seenAfter("running", "paused");
    await waitFor(() => expect(waits()).toBe(1));
  });

  test("is not reported where nobody looks, or where it was over before", async () => {
    const before = await seenAfter("succeeded", "succeeded");
    expect(before()).toBe(0);
    cleanup();
    vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
    const hidden = await seenAfter("running", "succeeded");
    expect(hidden()).toBe(0);
  });
});

describe("the list of tasks", () => {
  test("shows each as a link with its facts, page by page", async () => {
    serve({
      "GET /poems": (_: unknown, query: URLSearchParams) =>
        query.has("cursor")
          ? { items: [entry("p2", "Second")], next_cursor: null }
          : { items: [entry("p1", "First")], next_cursor: "c" },
    });
    await renderIn(list, { areas: [] });
    const region = await screen.findByRole("region", { name: "Poems" });
    const link = within(region).getByRole("link", { name: /First.*Running/ });
    expect(link.getAttribute("href")).toBe("/poems/p1");
    await userEvent.click(within(region).getByRole("button", { name: "Show more" }));
    expect(await within(region).findByRole("link", { name: /Second/ })).toBeTruthy();
    expect(within(region).queryByRole("button", { name: "Show more" })).toBeNull();
  });

  test("is empty in its own words", async () => {
    serve({ "GET /poems": { items: [], next_cursor: null } });
    await renderIn(list, { areas: [] });
    expect(await screen.findByText("No poems yet")).toBeTruthy();
    expect(screen.queryByRole("region", { name: "Poems" })).toBeNull();
  });

  test("says that it could not be loaded, and loads when that is tried again", async () => {
    let answer: unknown = new TestRefusal(500, "api.internal", "Broken");
    serve({ "GET /poems": () => answer });
    await renderIn(list, { areas: [] });
    const retry = await screen.findByRole("button", { name: "Try again" });
    answer = { items: [entry("p1", "First")], next_cursor: null };
    await userEvent.click(retry);
    expect(await screen.findByRole("link", { name: /First/ })).toBeTruthy();
  });

  test("brings back what was deleted when that is undone", async () => {
    let items = [entry("p1", "First")];
    const seen = serve({
      "GET /poems": () => ({ items, next_cursor: null }),
      "DELETE /poems/p1": () => {
        items = [];
        return null;
      },
      "POST /poems/p1/restore": () => {
        items = [entry("p1", "First")];
        return null;
      },
    });
    await renderIn(list, { areas: [] });
    await userEvent.click(await screen.findByRole("button", { name: "Delete “First”" }));
    expect(await screen.findByText("No poems yet")).toBeTruthy();
    expect(await screen.findByText("Poem deleted")).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Undo" }));
    expect(await screen.findByRole("link", { name: /First/ })).toBeTruthy();
    expect(seen.filter(({ method }) => method !== "GET").map(({ path }) => path)).toEqual([
      "/poems/p1",
      "/poems/p1/restore",
    ]);
  });
});

describe("the filters of a list", () => {
  const kind = taskKind<Poem, TaskEntry>({
    ...requests,
    hasFilters: true,
    list: ({ q = "", deleted = false }, signal) =>
      request("GET", `/poems?${new URLSearchParams({ q, deleted: `${deleted}` })}`, signal),
  });
  const filtered = (
    <TaskList
      kind={kind}
      placeOf={(id) => `/poems/${id}`}
      deleted="Poem deleted"
      empty={<EmptyState title="No poems yet" />}
    />
  );

  test("find tasks by words of their titles", async () => {
    const all = [entry("p1", "First"), entry("p2", "Second")];
    serve({
      "GET /poems": (_: unknown, query: URLSearchParams) => ({
        items: all.filter(({ title }) => title.includes(query.get("q") ?? "")),
      }),
    });
    await renderIn(filtered, { areas: [] });
    expect(await screen.findAllByRole("listitem")).toHaveLength(2);
    await userEvent.type(screen.getByRole("searchbox", { name: "Search" }), "Sec");
    await waitFor(() => expect(screen.getAllByRole("listitem")).toHaveLength(1));
    expect(screen.getByRole("link", { name: /Second/ })).toBeTruthy();
    await userEvent.type(screen.getByRole("searchbox", { name: "Search" }), "x");
    expect(await screen.findByText("No matches")).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Clear" }));
    await waitFor(() => expect(screen.getAllByRole("listitem")).toHaveLength(2));
  });

  test("restore tasks from the trash, which do not open there", async () => {
    let trash = [entry("p1", "First")];
    const seen = serve({
      "GET /poems": (_: unknown, query: URLSearchParams) => ({
        items: query.get("deleted") === "true" ? trash : [],
      }),
      "POST /poems/p1/restore": () => {
        trash = [];
        return null;
      },
    });
    await renderIn(filtered, { areas: [] });
    await screen.findByText("No poems yet");
    const toggle = screen.getByRole("button", { name: "Trash" });
    await userEvent.click(toggle);
    expect(toggle.getAttribute("aria-pressed")).toBe("true");
    const restore = await screen.findByRole("button", { name: "Restore “First”" });
    expect(screen.queryByRole("link", { name: /First/ })).toBeNull();
    await userEvent.click(restore);
    expect(await screen.findByText("Trash is empty")).toBeTruthy();
    expect(seen.some(({ path }) => path === "/poems/p1/restore")).toBe(true);
  });
});

describe("the history of tasks", () => {
  test("loads when it is opened, marks the open one, and closes when another is opened", async () => {
    const seen = serve({
      "GET /poems": { items: [entry("p1", "First"), entry("p2", "Second")], next_cursor: null },
    });
    await renderIn(
      <TaskHistoryButton
        label="History"
        current="p1"
        history={(state) => (
          <TaskHistory
            {...state}
            title="History"
            kind={poems}
            placeOf={(id) => `/poems/${id}`}
            deleted="Poem deleted"
            empty={null}
          />
        )}
      />,
      { areas: [] },
    );
    expect(seen).toEqual([]);
    await userEvent.click(screen.getByRole("button", { name: "History" }));
    const sheet = await screen.findByRole("dialog", { name: "History" });
    const current = await within(sheet).findByRole("link", { name: /First/ });
    expect(current.getAttribute("aria-current")).toBe("page");
    await userEvent.click(within(sheet).getByRole("link", { name: /Second/ }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });
});
