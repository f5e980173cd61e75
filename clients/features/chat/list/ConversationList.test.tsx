import { renderIn, serve, TestRefusal } from "@ensemble/blocks/testing";
import { cleanup, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { conversation } from "../test-messages";
import { ConversationList } from "./ConversationList";
import { stopSelecting } from "./selection";

const page = (...items: ReturnType<typeof conversation>[]) => ({ items, next_cursor: null });

/** Fake lists of the server by section. */
const lists = (...all: ReturnType<typeof conversation>[]) => ({
  "GET /api/chat/groups": {
    items: [{ id: "g1", name: "Work", count: 1, created_at: all[0]?.created_at ?? "" }],
  },
  "GET /api/chat/conversations": (_: unknown, query: URLSearchParams) => {
    const group = query.get("group");
    return page(
      ...all.filter(
        (one) =>
          (group === null || one.group_id === (group === "none" ? null : group)) &&
          (query.get("pinned") === null || String(one.pinned) === query.get("pinned")) &&
          (query.get("favorited") === null || String(one.favorited) === query.get("favorited")),
      ),
    );
  },
});
const boats = conversation({ id: "c1", title: "Boats", version: 4 });
const keels = conversation({ id: "c2", title: "Keels", running: true });
const sails = conversation({ id: "c3", title: "Sails", unread: true });

const open = () => renderIn(<ConversationList />, { areas: ["chat"] });

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(800);
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(300);
});
afterEach(() => {
  cleanup();
  stopSelecting();
});

describe("ConversationList", () => {
  test("lists conversations, with what runs and what is unread", async () => {
    serve({ ...lists(boats, keels, sails) });
    await open();

    const links = await screen.findAllByRole("link", { name: /Boats|Keels|Sails/ });

    expect(links.map((link) => link.getAttribute("href"))).toEqual([
      "/home/chat/boats/c1",
      "/home/chat/keels/c2",
      "/home/chat/sails/c3",
    ]);
    expect(screen.getByRole("img", { name: "Answering…" })).toBeTruthy();
    expect(screen.getByRole("img", { name: "Unread answer" })).toBeTruthy();
  });

  test("invites to ask when there is nothing yet", async () => {
    serve({ ...lists(), "GET /api/chat/groups": { items: [] } });
    await open();

    expect(await screen.findByText("No chats yet")).toBeTruthy();
  });

  test("renames in place, and tells the server which version was renamed", async () => {
    const seen = serve({
      ...lists(boats),
      "PATCH /api/chat/conversations/c1": { ...boats, title: "Ships", version: 5 },
    });
    const fetched = vi.mocked(globalThis.fetch);
    await open();

    await userEvent.click(await screen.findByRole("button", { name: "Actions for “Boats”" }));
    await userEvent.click(await screen.findByRole("menuitem", { name: "Rename" }));
    const field = await screen.findByRole("textbox", { name: "Title" });
    await userEvent.clear(field);
    await userEvent.type(field, "Ships{Enter}");

    expect(await screen.findByRole("link", { name: "Ships" })).toBeTruthy();
    expect(seen.find(({ method }) => method === "PATCH")?.body).toEqual({ title: "Ships" });
    const request = fetched.mock.calls
      .map(([input]) => input as Request)
      .find(({ method }) => method === "PATCH");
    expect(request?.headers.get("if-match")).toBe('"4"');
  });

  test("Escape keeps the old title", async () => {
    const seen = serve({ ...lists(boats) });
    await open();

    await userEvent.dblClick(await screen.findByRole("link", { name: "Boats" }));
    await userEvent.type(await screen.findByRole("textbox", { name: "Title" }), "xyz{Escape}");

    expect(await screen.findByRole("link", { name: "Boats" })).toBeTruthy();
    expect(seen.some(({ method }) => method === "PATCH")).toBe(false);
  });

  test("takes a deleted conversation out at once, and puts it back when the server refuses", async () => {
    serve({
      ...lists(boats, sails),
      "POST /api/chat/conversations/batch": new TestRefusal(500, "api.server_error", "Something went wrong"),
    });
    await open();

    await userEvent.click(await screen.findByRole("button", { name: "Actions for “Boats”" }));
    await userEvent.click(await screen.findByRole("menuitem", { name: "Delete" }));

    expect(await screen.findByRole("link", { name: "Boats" })).toBeTruthy();
  });

  test("finds past conversations by words, marked where they stand, and leads to the message", async () => {
    const hit = {
      conversation_id: "c9",
      message_id: "m7",
      title: "Boats",
      snippet: "A keel keeps a boat upright",
      marks: [[2, 6]],
      role: "assistant",
      created_at: "2026-11-20T12:00:00Z",
    };
    serve({
      ...lists(sails),
      "GET /api/chat/search": { items: [hit], next_cursor: null },
    });
    await open();

    await userEvent.type(screen.getByRole("searchbox", { name: "Search chats" }), "keel");

    const link = await screen.findByRole("link", { name: /A keel keeps/ });
    expect(link.getAttribute("href")).toBe("/home/chat/boats/c9#m7");
    expect(link.querySelector("mark")?.textContent).toBe("keel");

    await userEvent.click(screen.getByRole("button", { name: "Clear search" }));
    await waitFor(() => expect(screen.getByRole("link", { name: /Sails/ })).toBeTruthy());
  });

  test("says so when nothing holds the words", async () => {
    serve({
      ...lists(),
      "GET /api/chat/search": { items: [], next_cursor: null },
    });
    await open();

    await userEvent.type(screen.getByRole("searchbox"), "zebra");

    expect(await screen.findByText("No results for “zebra”")).toBeTruthy();
  });

  test("opens a group to its conversations, which stand nowhere else", async () => {
    serve(lists({ ...boats, group_id: "g1" }, sails));
    await open();
    expect(await screen.findByRole("link", { name: /Sails/ })).toBeTruthy();
    expect(screen.queryByRole("link", { name: /Boats/ })).toBeNull();

    await userEvent.click(await screen.findByRole("button", { name: /^Work/, expanded: false }));

    expect(await screen.findByRole("link", { name: /Boats/ })).toBeTruthy();
    expect(screen.getByRole("button", { name: /^Work/, expanded: true })).toBeTruthy();
  });

  test("pins, and moves into a group, by the menu", async () => {
    const seen = serve({
      ...lists(boats, sails),
      "PATCH /api/chat/conversations/c1": { ...boats, pinned: true },
      "POST /api/chat/conversations/batch": { conversation_ids: ["c1"] },
    });
    await open();

    await userEvent.click(await screen.findByRole("button", { name: "Actions for “Boats”" }));
    await userEvent.click(await screen.findByRole("menuitem", { name: "Pin" }));
    expect(await screen.findByRole("heading", { name: "Pinned" })).toBeTruthy();

    await userEvent.click(await screen.findByRole("button", { name: "Actions for “Boats”" }));
    await userEvent.click(await screen.findByRole("menuitem", { name: "Move to group" }));
    await userEvent.click(await screen.findByRole("menuitem", { name: "Work" }));
    await waitFor(() =>
      expect(seen.find(({ path }) => path.endsWith("/batch"))?.body).toEqual({
        action: "move",
        group_id: "g1",
        conversation_ids: ["c1"],
      }),
    );
  });

  test("chooses many by keys, and deletes them at once", async () => {
    const seen = serve({
      ...lists(boats, keels, sails),
      "POST /api/chat/conversations/batch": { conversation_ids: ["c1", "c2"] },
    });
    await open();
    (await screen.findByRole("link", { name: /Boats/ })).focus();

    await userEvent.keyboard("x");
    expect(screen.getByRole("toolbar", { name: "Selected chats" })).toBeTruthy();
    await userEvent.keyboard("{Control>}a{/Control}");
    expect(await screen.findByText("3 selected")).toBeTruthy();
    await userEvent.click(screen.getByRole("link", { name: /Sails/ }));
    expect(await screen.findByText("2 selected")).toBeTruthy();
    await userEvent.keyboard("{Delete}");

    await waitFor(() =>
      expect(seen.find(({ path }) => path.endsWith("/batch"))?.body).toEqual({
        action: "delete",
        conversation_ids: ["c1", "c2"],
      }),
    );
    expect(screen.queryByRole("toolbar")).toBeNull();
  });

  test("offers filters, and writes them into the field", async () => {
    serve({ ...lists(boats), "GET /api/chat/search": { items: [], next_cursor: null } });
    await open();
    const field = screen.getByRole("searchbox");
    await userEvent.type(field, "keel");

    await userEvent.click(screen.getByRole("button", { name: "Pinned" }));
    expect(field).toHaveProperty("value", "keel is:pinned ");
    await userEvent.click(screen.getByRole("button", { name: "Group" }));
    await userEvent.click(await screen.findByRole("button", { name: "Work" }));
    expect(field).toHaveProperty("value", "keel is:pinned group:Work ");
    await userEvent.click(screen.getByRole("button", { name: "Remove filter “Pinned”" }));
    expect(field).toHaveProperty("value", "keel group:Work ");
  });
});
