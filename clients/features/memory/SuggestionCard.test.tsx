import { renderIn, serve, TestRefusal } from "@ensemble/blocks/testing";
import type { MemorySuggestion } from "@ensemble/contract/wire";
import { cleanup, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, test } from "vitest";
import { SuggestionCard } from "./SuggestionCard";

afterEach(cleanup);

const suggestion = (change: Partial<MemorySuggestion> = {}): MemorySuggestion => ({
  id: "s1",
  state: "pending",
  text: "I like trains",
  quote: "Remember that I like trains.",
  source: { conversation_id: "c1", message_id: "m1" },
  replaces: null,
  model_name: null,
  rewriting: false,
  problem: null,
  created_at: "2026-11-20T12:00:00Z",
  decided_at: null,
  ...change,
});

const others = { "GET /api/bots": { items: [] }, "GET /api/chat/groups": { items: [] } };
const show = (one: MemorySuggestion, hasModel = true) =>
  renderIn(
    <ul>
      <SuggestionCard suggestion={one} hasModel={hasModel} />
    </ul>,
    { areas: ["memory"] },
  );

// spec §4: "Memory suggestion: pending, then adopted or rejected; can be regenerated."
describe("SuggestionCard", () => {
  test("adopts a suggestion as it stands, or in its person's words", async () => {
    const seen = serve({ ...others, "POST /api/memory/suggestions/s1/adopt": {} });
    await show(suggestion());
    const user = userEvent.setup();
    await user.click(screen.getByRole("button", { name: "Remember" }));
    const words = screen.getByRole("textbox", { name: "New memory" });
    await user.clear(words);
    await user.type(words, "Likes trains");
    await user.click(screen.getByRole("button", { name: "Remember" }));
    const bodies = seen.filter(({ method }) => method === "POST").map(({ body }) => body);
    expect(bodies).toEqual([{}, { text: "Likes trains" }]);
  });

  test("keeps what was typed when memory is full, and says so", async () => {
    const full = new TestRefusal(409, "memory.full", "Memory storage full", { max: 100 });
    serve({ ...others, "POST /api/memory/suggestions/s1/adopt": full });
    await show(suggestion());
    const user = userEvent.setup();
    await user.type(screen.getByRole("textbox", { name: "New memory" }), " a lot");
    await user.click(screen.getByRole("button", { name: "Remember" }));
    expect((await screen.findByRole("alert")).textContent).toContain("Memory storage full");
    expect(screen.getByRole<HTMLTextAreaElement>("textbox").value).toBe("I like trains a lot");
  });

  test("offers to write again only where a model can", async () => {
    serve(others);
    await show(suggestion(), false);
    expect(screen.queryByRole("button", { name: "Rewrite" })).toBeNull();
    expect(screen.getByText("Your own words")).toBeTruthy();
    cleanup();
    await show(suggestion({ rewriting: true, model_name: "Atlas" }));
    expect(screen.getByRole("button", { name: "Rewriting…" })).toBeTruthy();
    expect(screen.getByText("Worded by Atlas")).toBeTruthy();
  });

  test("keeps what was typed while it asked for other words", async () => {
    const asked = Promise.withResolvers<object>();
    serve({ ...others, "POST /api/memory/suggestions/s1/regenerate": () => asked.promise });
    await show(suggestion());
    const user = userEvent.setup();
    await user.click(screen.getByRole("button", { name: "Rewrite" }));
    await user.type(screen.getByRole("textbox"), " a lot");
    asked.resolve({});
    const rewrite = screen.getByRole("button", { name: "Rewrite" });
    await waitFor(() => expect(rewrite.getAttribute("aria-busy")).toBeNull());
    expect(screen.getByRole<HTMLTextAreaElement>("textbox").value).toBe("I like trains a lot");
  });

  test("says what it would take the place of, and leads to the message", async () => {
    serve(others);
    const known = { id: "i1", text: "I live in Graz", scope: { kind: "everywhere" as const }, source: null };
    const dates = { version: 1, added_at: "2026-11-01T00:00:00Z", updated_at: "2026-11-01T00:00:00Z" };
    await show(suggestion({ replaces: { ...known, ...dates, forgotten_at: null } }));
    expect(screen.getByText("I live in Graz")).toBeTruthy();
    expect(screen.queryByText("Applies to")).toBeNull();
    const link = screen.getByRole("link", { name: "Show message" });
    expect(link.getAttribute("href")).toBe("/home/chat/chat/c1#m1");
  });
});
