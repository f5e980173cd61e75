import { renderIn, serve } from "@ensemble/blocks/testing";
import type { Memory, MemoryItem } from "@ensemble/contract/wire";
import { cleanup, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { MemoryViews } from "./MemoryViews";

afterEach(cleanup);
beforeEach(() => void vi.restoreAllMocks());

const tea: MemoryItem = {
  id: "019a0000-0000-7000-8000-0000000000c1",
  text: "I like green tea",
  scope: { kind: "everywhere" },
  source: null,
  version: 1,
  added_at: "2026-11-20T12:00:00Z",
  updated_at: "2026-11-20T12:00:00Z",
  forgotten_at: null,
};

/** Serves a memory with one item, which has room for `max` of them. */
function serveMemory(max: number): ReturnType<typeof serve> {
  let item = tea;
  const memory = (): Memory => ({
    recall: true,
    learn: "statements",
    model: null,
    has_model: false,
    about: "",
    about_updated_at: null,
    respond: "",
    respond_updated_at: null,
    items: item.forgotten_at ? 0 : 1,
    max_items: max,
    pending: 0,
  });
  const put = (forgotten_at: string | null) => () => {
    item = { ...tea, forgotten_at };
    return item;
  };
  return serve({
    "GET /api/memory": memory,
    "GET /api/memory/items": (_: unknown, query: URLSearchParams) => ({
      items: (query.get("forgotten") === "true") === (item.forgotten_at !== null) ? [item] : [],
      next_cursor: null,
    }),
    [`POST /api/memory/items/${tea.id}/forget`]: put("2026-11-21T12:00:00Z"),
    [`POST /api/memory/items/${tea.id}/restore`]: put(null),
    "GET /api/models": { models: [], default_model: "builtin/echo" },
    "GET /api/bots": { items: [], reviewed: false },
    "GET /api/chat/groups": { items: [] },
  });
}

// spec §2: "Memory drawer (home, manage, suggestions)"
test("memory is looked through, forgotten and brought back", async () => {
  serveMemory(10);
  await renderIn(<MemoryViews first="manage" />, { areas: ["memory"] });
  await userEvent.click(await screen.findByRole("button", { name: "Forget: I like green tea" }));
  await screen.findByText("No memories yet");
  await userEvent.click(screen.getByRole("button", { name: "Show forgotten" }));
  await userEvent.click(await screen.findByRole("button", { name: "Restore: I like green tea" }));
  await screen.findByText("Nothing forgotten");
  await userEvent.click(screen.getByRole("button", { name: "Show saved" }));
  await screen.findByRole("button", { name: "Forget: I like green tea" });
});

// spec §8: "exhausted dialogs for monthly plan usage, advanced credits, team credits, memory storage full"
test("a memory that is full says so, and takes more when something is forgotten", async () => {
  serveMemory(1);
  await renderIn(<MemoryViews first="manage" />, { areas: ["memory"] });
  await screen.findByText("Memory storage full");
  expect(screen.queryByRole("button", { name: "Add memory" })).toBeNull();
  await userEvent.click(await screen.findByRole("button", { name: "Forget: I like green tea" }));
  await screen.findByRole("button", { name: "Add memory" });
  await waitFor(() => expect(screen.queryByText("Memory storage full")).toBeNull());
});
