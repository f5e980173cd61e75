import { renderIn, serve } from "@ensemble/blocks/testing";
import type { ConversationDetail, Message, Model, NewMessage } from "@ensemble/contract/wire";
import { cleanup, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { ChatPage } from "./ChatPage";
import { conversation, detail, message } from "./test-messages";

const model = (id: string, name: string): Model => ({
  id: `office/${id}`,
  name,
  connection_name: "Office",
  provider: "openai_compatible",
  tier: "standard",
  context_tokens: null,
  vision: false,
  tools: false,
  reasoning: false,
  locked: false,
  price: { meter: "standard_query", amount: 1, per_1k: null },
});
const models = [model("llama", "Llama"), model("atlas", "Atlas"), model("mistral", "Mistral")];

const answer = (id: string, by: string, change: Partial<Message> = {}) =>
  message(id, "q1", {
    role: "assistant",
    model: `office/${by.toLowerCase()}`,
    model_name: by,
    batch_id: "b1",
    ...change,
  });
const say = (text: string): Partial<Message> => ({ parts: [{ id: "p", kind: "text", text }] });

function chatServer(messages: Message[], leafId?: string) {
  const stored: ConversationDetail = detail(messages, leafId);
  return {
    "GET /api/models": { models, default_model: "office/llama" },
    "GET /api/bots": { items: [], next_cursor: null },
    "GET /api/billing/usage": { meters: [] },
    "GET /api/chat/conversations/c1": () => stored,
    "PATCH /api/chat/conversations/c1": () => conversation(),
    "PATCH /api/accounts/settings": {},
  };
}

const open = () => renderIn(<ChatPage conversationId="c1" />, { areas: ["chat"] });
const columns = () => screen.findByRole("region", { name: "Side-by-side answers" });

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(800);
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(800);
});
afterEach(cleanup);

describe("answers side by side", () => {
  const beside = [
    message("q1", null, { role: "user" }),
    answer("a1", "Llama", say("Says Llama")),
    answer("a2", "Atlas", say("Says Atlas")),
  ];

  test("stand in columns, and the conversation goes on with the chosen one", async () => {
    const seen = serve(chatServer(beside, "a1"));
    await open();

    const row = within(await columns());
    expect(row.getAllByRole("article")).toHaveLength(2);
    expect(row.getByText("Continuing with this answer")).toBeTruthy();
    await userEvent.click(row.getByRole("button", { name: "Continue with this answer from Atlas" }));

    expect(await screen.findByRole("button", { name: "Continue with this answer from Llama" })).toBeTruthy();
    expect(seen.find(({ method }) => method === "PATCH")?.body).toEqual({ leaf_id: "a2" });
  });

  test("are merged into one that says with marks who agrees", async () => {
    const merged = answer("m1", "Mistral", {
      kind: "ensemble",
      ...say(
        "Both say tea. [[agree:1,2]] The price is open. [[differ:1,2]] Milk. [[only:2]] Gone. [[only:9]]",
      ),
    });
    serve(chatServer([...beside, merged], "m1"));
    await open();

    expect(await screen.findByText("Merged by Mistral")).toBeTruthy();
    expect(await screen.findByRole("note", { name: "Llama and Atlas agree" })).toBeTruthy();
    expect(screen.getByRole("note", { name: "Llama and Atlas disagree" })).toBeTruthy();
    expect(screen.getByRole("note", { name: "Only Atlas says this" })).toBeTruthy();
    expect(screen.getAllByRole("note")).toHaveLength(3);
    expect(document.body.textContent).not.toContain("[[");
  });

  test("of a model that wrote no marks are shown as plain Markdown", async () => {
    serve(
      chatServer([...beside, answer("m1", "Mistral", { kind: "ensemble", ...say("**Just** text") })], "m1"),
    );
    await open();
    expect((await screen.findByText("Just")).tagName).toBe("STRONG");
    expect(screen.queryAllByRole("note")).toEqual([]);
  });

  test("are merged on demand, by the answers that are shown", async () => {
    const seen = serve({
      ...chatServer(beside, "a1"),
      "POST /api/chat/messages/q1/ensemble": ({ id }: { id: string }) => ({
        conversation: conversation(),
        assistant_message: answer(id, "Llama", { kind: "ensemble", ...say("Merged words") }),
      }),
    });
    await open();
    await userEvent.click(await screen.findByRole("button", { name: "Merge answers" }));
    expect(await screen.findByText("Merged words")).toBeTruthy();
    expect(seen.find(({ path }) => path.endsWith("/ensemble"))?.body).toEqual({
      id: expect.any(String),
      model: "office/llama",
      answers: ["a1", "a2"],
    });
  });
});

describe("naming a model in a message", () => {
  test("offers names to the keyboard and to screen readers, and asks that model alone", async () => {
    const seen = serve({
      ...chatServer([message("q1", null, { role: "user" }), message("a1", "q1")]),
      "POST /api/chat/conversations/c1/messages": ({ id, parent_id, text }: NewMessage) => {
        const question = message(id, parent_id, { role: "user", ...say(text) });
        const given = message(`a-${id}`, id);
        return {
          conversation: conversation(),
          user_message: question,
          assistant_message: given,
          assistant_messages: [given],
          beside: null,
        };
      },
    });
    await open();
    const field = await screen.findByRole<HTMLTextAreaElement>("textbox", { name: "Message" });
    await screen.findByText("Text of a1");

    await userEvent.type(field, "Dear @a");
    const names = await screen.findByRole("listbox", { name: "Who answers" });
    const option = within(names).getByRole("option", { name: /Atlas/ });
    expect(option.getAttribute("aria-selected")).toBe("true");
    expect(field.getAttribute("aria-activedescendant")).toBe(option.id);
    expect(field.getAttribute("aria-controls")).toBe(names.id);
    await userEvent.keyboard("{Enter}");
    expect(field.value).toBe("Dear @Atlas ");
    expect(field.hasAttribute("aria-activedescendant")).toBe(false);

    await userEvent.type(field, "hello{Enter}");
    expect(seen.find(({ path }) => path.endsWith("/messages"))?.body).toMatchObject({
      text: "Dear @Atlas hello",
      model: "office/atlas",
      once: true,
    });
  });
});
