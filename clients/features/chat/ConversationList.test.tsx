import { renderIn, serve, TestRefusal } from "@ensemble/blocks/testing";
import { cleanup, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { ConversationList } from "./ConversationList";
import { conversation } from "./test-messages";

const page = (...items: ReturnType<typeof conversation>[]) => ({ items, next_cursor: null });
const boats = conversation({ id: "c1", title: "Boats", version: 4 });
const keels = conversation({ id: "c2", title: "Keels", running: true });
const sails = conversation({ id: "c3", title: "Sails", unread: true });

const open = () => renderIn(<ConversationList />, { areas: ["chat"] });

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(800);
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(300);
});
afterEach(cleanup);

describe("ConversationList", () => {
  test("lists conversations, with what runs and what is unread", async () => {
    serve({ "GET /api/chat/conversations": page(boats, keels, sails) });
    await open();

    const links = await screen.findAllByRole("link", { name: /Boats|Keels|Sails/ });

    expect(links.map((link) => link.getAttribute("href"))).toEqual([
      "/home/chat/chat/c1",
      "/home/chat/chat/c2",
      "/home/chat/chat/c3",
    ]);
    expect(screen.getByRole("img", { name: "Answering" })).toBeTruthy();
    expect(screen.getByRole("img", { name: "Unread answer" })).toBeTruthy();
  });

  test("invites to ask when there is nothing yet", async () => {
    serve({ "GET /api/chat/conversations": page() });
    await open();

    expect(await screen.findByText("No conversations yet")).toBeTruthy();
  });

  test("renames in place, and tells the server which version was renamed", async () => {
    const seen = serve({
      "GET /api/chat/conversations": page(boats),
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
    const seen = serve({ "GET /api/chat/conversations": page(boats) });
    await open();

    await userEvent.dblClick(await screen.findByRole("link", { name: "Boats" }));
    await userEvent.type(await screen.findByRole("textbox", { name: "Title" }), "xyz{Escape}");

    expect(await screen.findByRole("link", { name: "Boats" })).toBeTruthy();
    expect(seen.some(({ method }) => method === "PATCH")).toBe(false);
  });

  test("takes a deleted conversation out at once, and puts it back when the server refuses", async () => {
    serve({
      "GET /api/chat/conversations": page(boats, sails),
      "DELETE /api/chat/conversations/c1": new TestRefusal(500, "api.server_error", "Something went wrong"),
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
      "GET /api/chat/conversations": page(sails),
      "GET /api/chat/search": { items: [hit], next_cursor: null },
    });
    await open();

    await userEvent.type(screen.getByRole("searchbox", { name: "Search conversations" }), "keel");

    const link = await screen.findByRole("link", { name: /A keel keeps/ });
    expect(link.getAttribute("href")).toBe("/home/chat/chat/c9#m7");
    expect(link.querySelector("mark")?.textContent).toBe("keel");

    await userEvent.click(screen.getByRole("button", { name: "Clear search" }));
    await waitFor(() => expect(screen.getByRole("link", { name: /Sails/ })).toBeTruthy());
  });

  test("says so when nothing holds the words", async () => {
    serve({
      "GET /api/chat/conversations": page(),
      "GET /api/chat/search": { items: [], next_cursor: null },
    });
    await open();

    await userEvent.type(screen.getByRole("searchbox"), "zebra");

    expect(await screen.findByText("Nothing found for “zebra”")).toBeTruthy();
  });
});
