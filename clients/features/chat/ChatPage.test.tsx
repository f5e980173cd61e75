import { renderIn, serve, TestRefusal, testMe, testSession } from "@ensemble/blocks/testing";
import type { ConversationDetail, Model, NewMessage } from "@ensemble/contract/wire";
import type { Host } from "@ensemble/host/host";
import { memoryHost } from "@ensemble/host/memory-host";
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Plug } from "lucide-react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { ChatPage } from "./ChatPage";
import { NewConversation } from "./new-chat/NewConversation";
import { conversation, detail, message } from "./test-messages";

const model: Model = {
  id: "office/llama",
  name: "Llama",
  connection_name: "Office",
  provider: "openai_compatible",
  tier: "standard",
  context_tokens: null,
  vision: false,
  tools: false,
  reasoning: false,
  locked: false,
  price: { meter: "standard_query", amount: 1, per_1k: null },
};

const shared = {
  "GET /api/models": { models: [model], default_model: model.id },
  "GET /api/billing/usage": {
    meters: [
      {
        meter: "standard_query",
        granted: 40,
        used: 2,
        left: 38,
        window: "daily",
        resets_at: null,
        low: false,
        lots: [],
      },
    ],
  },
};

/** Fake server with one conversation that answers every message at once. */
function chatServer(messages = [message("q1", null), message("a1", "q1")]) {
  let stored: ConversationDetail = detail(messages);
  return {
    ...shared,
    "GET /api/chat/conversations/c1": () => stored,
    "PATCH /api/chat/conversations/c1": () => conversation(),
    "POST /api/chat/conversations/c1/messages": ({ id, parent_id, text }: NewMessage) => {
      const question = message(id, parent_id, { role: "user", parts: [{ id: "p", kind: "text", text }] });
      const answer = message(`a-${id}`, id, {
        parts: [{ id: "p", kind: "text", text: `Answer to ${text}` }],
      });
      stored = detail([...stored.messages, question, answer]);
      return {
        conversation: stored.conversation,
        user_message: question,
        assistant_message: answer,
        assistant_messages: [answer],
        beside: null,
      };
    },
  };
}

const open = (host: Host = memoryHost(), conversationId = "c1") =>
  renderIn(<ChatPage conversationId={conversationId} />, { areas: ["chat"], host });

const WAITS = "Sends once the chat has loaded";

const field = () => screen.findByRole<HTMLTextAreaElement>("textbox", { name: "Message" });
const posted = (seen: ReturnType<typeof serve>) =>
  seen
    .filter(({ method, path }) => method === "POST" && path.endsWith("/messages"))
    .map(({ body }) => body as NewMessage);

beforeEach(() => {
  // The virtualizer renders what fits into its box; here every box is one screen high.
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(800);
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(800);
});
afterEach(cleanup);

describe("ChatPage", () => {
  test("sends with Enter below the newest message, and shows the answer", async () => {
    const seen = serve(chatServer());
    await open();

    await userEvent.type(await field(), "And now?{Enter}");

    expect(await screen.findByText("Answer to And now?")).toBeTruthy();
    expect(posted(seen)).toEqual([
      { id: expect.any(String), parent_id: "a1", text: "And now?", model: model.id, typed: true },
    ]);
    expect((await field()).value).toBe("");
  });

  describe("before the conversation has been read", () => {
    const chef: Model = { ...model, id: "office/chef", name: "Chef's model" };
    const welcome = message("a0", null, { kind: "welcome", model: null, model_name: null, bot_id: "b1" });

    /** Fake conversation of a bot that loads when `arrive` is called. */
    function talkServer() {
      const { promise, resolve } = Promise.withResolvers<void>();
      const answers = chatServer([welcome]);
      const begun = conversation({ bot_id: "b1", model: chef.id });
      const seen = serve({
        ...answers,
        "GET /api/models": { models: [model, chef], default_model: model.id },
        "GET /api/chat/conversations/c1": async () => {
          await promise;
          return { ...answers["GET /api/chat/conversations/c1"](), conversation: begun };
        },
      });
      return { seen, arrive: () => resolve() };
    }

    test("a message waits in its field, then follows the bot's welcome and goes to the bot's model", async () => {
      const { seen, arrive } = talkServer();
      await open();

      await userEvent.type(await field(), "Lisbon{Enter}");
      expect((await field()).value).toBe("Lisbon");
      expect(await screen.findByRole("button", { name: WAITS })).toBeTruthy();
      await userEvent.type(await field(), "{Enter}");
      expect(posted(seen)).toEqual([]);
      arrive();

      expect(await screen.findByText("Answer to Lisbon")).toBeTruthy();
      expect(posted(seen)).toEqual([
        { id: expect.any(String), parent_id: "a0", text: "Lisbon", model: chef.id, typed: true },
      ]);
      expect((await field()).value).toBe("");
    });

    test("who changes the words takes the wish back: half a sentence never goes out", async () => {
      const { seen, arrive } = talkServer();
      await open();

      await userEvent.type(await field(), "Lisbon{Enter}");
      await userEvent.type(await field(), " or Por");
      arrive();

      expect(await screen.findByText("Text of a0")).toBeTruthy();
      expect(screen.getByRole("button", { name: "Send" })).toBeTruthy();
      expect((await field()).value).toBe("Lisbon or Por");
      expect(posted(seen)).toEqual([]);
    });

    test("sending reads it again where that failed", async () => {
      let broken = true;
      const answers = chatServer();
      const seen = serve({
        ...answers,
        "GET /api/chat/conversations/c1": () =>
          broken ? new TestRefusal(500, "api.internal", "No") : answers["GET /api/chat/conversations/c1"](),
      });
      await open();
      await screen.findByText("Couldn't load the chat.");
      broken = false;

      await userEvent.type(await field(), "And now?{Enter}");

      expect(await screen.findByText("Answer to And now?")).toBeTruthy();
      expect(posted(seen)).toMatchObject([{ parent_id: "a1", text: "And now?" }]);
    });
  });

  test("starts a line with Shift+Enter, and leaves Enter to an input method that composes", async () => {
    const seen = serve(chatServer());
    await open();
    const input = await field();

    await userEvent.type(input, "one{Shift>}{Enter}{/Shift}two");
    fireEvent.keyDown(input, { key: "Enter", isComposing: true });

    expect(input.value).toBe("one\ntwo");
    expect(posted(seen)).toEqual([]);
  });

  test("gives refused text back with the reason and the button that helps", async () => {
    serve({
      ...chatServer(),
      "POST /api/chat/conversations/c1/messages": new TestRefusal(
        402,
        "ledger.queries_used_up",
        "Your queries have been used up",
      ),
    });
    await open();

    await userEvent.type(await field(), "One more{Enter}");

    expect(await screen.findByText("Your queries have been used up")).toBeTruthy();
    expect(screen.getByRole("link", { name: "View usage" })).toBeTruthy();
    expect((await field()).value).toBe("One more");
  });

  test("keeps a message that found no network, says so, and sends it once when it is back", async () => {
    const answers = chatServer();
    serve(answers);
    const host = memoryHost();
    await open(host);
    await screen.findByText("Text of a1");
    vi.mocked(globalThis.fetch).mockImplementation(() => Promise.reject(new TypeError("Failed to fetch")));

    await userEvent.type(await field(), "Out of the tunnel{Enter}");

    expect(await screen.findByText(/Not sent yet/)).toBeTruthy();
    expect(host.storage.keys().some((key) => key.startsWith("outbox/"))).toBe(true);

    const seen = serve(answers);
    window.dispatchEvent(new Event("online"));

    expect(await screen.findByText("Answer to Out of the tunnel")).toBeTruthy();
    expect(posted(seen)).toHaveLength(1);
    expect(host.storage.keys().filter((key) => key.startsWith("outbox/"))).toEqual([]);
  });

  test("keeps what is typed through a reload", async () => {
    serve(chatServer());
    const host = memoryHost();
    const first = await open(host);
    await userEvent.type(await field(), "Not finished");
    first.unmount();

    await open(host);

    expect((await field()).value).toBe("Not finished");
  });

  test("asks an edited question as a version beside the old one", async () => {
    const seen = serve(chatServer());
    await open();
    const question = await screen.findByRole("article", { name: "You said:" });

    await userEvent.click(within(question).getByRole("button", { name: "Edit message" }));
    const editor = screen.getByRole("textbox", { name: "Edit message" });
    await userEvent.clear(editor);
    await userEvent.type(editor, "Other words{Enter}");

    expect(await screen.findByText("Answer to Other words")).toBeTruthy();
    expect(posted(seen)[0]).toMatchObject({ parent_id: null, text: "Other words" });
    expect(screen.getByRole("img", { name: "2 of 2" })).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Previous version" }));
    expect(await screen.findByText("Text of a1")).toBeTruthy();
  });

  test("shows a failed answer with its text, its reason and what helps", async () => {
    const problem = { status: 503, code: "providers.busy", params: {}, message: "The provider is busy." };
    serve(chatServer([message("q1", null), message("a1", "q1", { state: "failed", problem })]));
    await open();

    expect(await screen.findByText("Text of a1")).toBeTruthy();
    expect(screen.getByRole("button", { name: "Try again" })).toBeTruthy();
    expect(screen.getByRole("button", { name: "Switch model" })).toBeTruthy();
  });

  test("reads what is in sight and came without its words, and offers to try again", async () => {
    const all = [message("q1", null), message("a1", "q1"), message("q2", "a1"), message("a2", "q2")];
    let broken = true;
    const seen = serve({
      ...chatServer(),
      "GET /api/chat/conversations/c1": () => ({ ...detail(all), messages: all.slice(2) }),
      "GET /api/chat/conversations/c1/messages": (_: unknown, query: URLSearchParams) =>
        broken
          ? new TestRefusal(400, "api.bad_parameter", "No")
          : { items: all.filter(({ id }) => query.get("ids")?.split(",").includes(id)) },
    });
    await open();

    expect(await screen.findByText("Text of a2")).toBeTruthy();
    const [again] = await screen.findAllByRole("button", { name: "Try again" });
    expect(screen.getAllByText("Couldn't load this message.")).toHaveLength(2);
    broken = false;
    await userEvent.click(again as HTMLElement);

    expect(await screen.findByText("Text of q1")).toBeTruthy();
    expect(await screen.findByText("Text of a1")).toBeTruthy();
    expect(seen.filter(({ path }) => path.endsWith("/messages"))).toHaveLength(2);
  });

  test("says so when there is no such conversation", async () => {
    serve(shared);
    await open();

    expect(await screen.findByText("This chat doesn't exist or was deleted.")).toBeTruthy();
  });

  test("a new conversation gets its id here and is opened at once", async () => {
    const seen = serve(shared);
    const { navigate } = await renderIn(<NewConversation query="What is a keel?" />, { areas: ["chat"] });
    const input = await field();
    await waitFor(() => expect(input.value).toBe("What is a keel?"));

    fireEvent.keyDown(input, { key: "Enter" });

    await waitFor(() => expect(posted(seen)).toHaveLength(1));
    const path = navigate.mock.calls[0]?.[0];
    expect(path).toMatch(/^\/home\/chat\/chat\/[0-9a-f-]{36}$/);
    expect(seen.find(({ method }) => method === "POST")?.path).toBe(
      `/api/chat/conversations/${path?.split("/").at(-1)}/messages`,
    );
  });

  // screens.md, 4 and 7
  test("shows the price of who is mentioned, as a chip, and leads from a locked one to the plans", async () => {
    const advanced = { ...model, id: "office/atlas", name: "Atlas", tier: "advanced" } satisfies Model;
    const price = { meter: "advanced_query", amount: 1, per_1k: null } as const;
    const locked = { ...advanced, id: "office/claude", name: "Claude", locked: true, price };
    serve({
      ...shared,
      "GET /api/models": { models: [model, { ...advanced, price }, locked], default_model: model.id },
      "GET /api/bots": { items: [] },
    });
    const { navigate } = await renderIn(<NewConversation />, {
      areas: ["chat", "mentions"],
      session: testSession(),
    });
    const field = await screen.findByRole("textbox", { name: "Message" });
    await screen.findByText(/1 standard query/);
    await userEvent.type(field, "@Atlas hello");
    expect(await screen.findByText(/1 advanced query/)).toBeTruthy();
    await userEvent.click(await screen.findByRole("button", { name: "Remove Atlas" }));
    expect((field as HTMLTextAreaElement).value).toBe("hello");
    expect(await screen.findByText(/1 standard query/)).toBeTruthy();

    await userEvent.clear(field);
    await userEvent.type(field, "@cla");
    await userEvent.click(await screen.findByRole("option", { name: /Claude.*Upgrade to unlock/ }));
    expect(navigate).toHaveBeenCalledWith("/pricing");
  });

  // screens.md, 18
  test("offers what was used last at a # before anything is typed", async () => {
    const used = { title: "Tides", updated_at: "2026-11-01T08:00:00Z" };
    serve({
      ...shared,
      "GET /api/chat/conversations": { items: [{ ...used, id: "c7" }], next_cursor: null },
      "GET /api/memos": { items: [{ ...used, id: "m7", title: "Moon" }], next_cursor: null },
    });
    const kind = (of: string) => [of, { kind: of, label: "conversation", icon: Plug, path: null }] as const;
    await renderIn(<NewConversation />, {
      areas: ["chat", "mentions"],
      session: testSession(),
      shell: { references: new Map([kind("chat"), kind("my_memo")]) },
    });
    await userEvent.type(await screen.findByRole("textbox", { name: "Message" }), "See #");

    expect((await screen.findAllByRole("option")).map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining("Tides"),
      expect.stringContaining("Moon"),
    ]);
  });

  // screens.md, 10
  test("names the team whose workspace it is, in a chat and at its start", async () => {
    const session = testSession({ me: { ...testMe, team: { name: "Harbour", role: "member" } } });
    serve(chatServer());
    await renderIn(<ChatPage conversationId="c1" />, { areas: ["chat"], session });
    expect(await screen.findByRole("link", { name: "Workspace: Harbour" })).toBeTruthy();
    cleanup();
    await renderIn(<NewConversation />, { areas: ["chat"], session });
    expect(await screen.findByRole("link", { name: "Workspace: Harbour" })).toBeTruthy();
  });

  // screens.md, 5
  test("has the focus in the field after a file was chosen", async () => {
    const info = {
      id: "f1",
      name: "a.png",
      media_type: "image/png",
      size_bytes: 3,
      received_bytes: 3,
      problem: null,
    };
    serve({ ...shared, "POST /api/documents/files": { ...info, state: "parsed" } });
    await renderIn(<NewConversation />, { areas: ["chat", "documents"], session: testSession() });
    const field = await screen.findByRole("textbox", { name: "Message" });
    await userEvent.click(screen.getByRole("button", { name: "Attach files" }));
    const file = new File(["png"], "a.png", { type: "image/png" });
    fireEvent.change(screen.getByTestId("attach-files"), { target: { files: [file] } });

    expect(document.activeElement).toBe(field);
  });

  test("offers the operator the way to the connections", async () => {
    const problem = {
      status: 502,
      code: "providers.key_refused",
      params: {},
      message: "The key was refused.",
    };
    serve(chatServer([message("q1", null), message("a1", "q1", { state: "failed", problem })]));
    const session = testSession();
    const operator = session.me && { ...session, me: { ...session.me, role: "operator" as const } };

    await renderIn(<ChatPage conversationId="c1" />, { areas: ["chat"], session: operator ?? session });

    expect(await screen.findByRole("link", { name: "Open connections" })).toBeTruthy();
  });
});
