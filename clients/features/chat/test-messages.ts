import type { ConversationDetail, ConversationSummary, Message, Sent } from "@ensemble/contract/wire";

/** Returns a complete message for tests. Ids that begin with `a` are answers. */
export function message(id: string, parentId: string | null, change: Partial<Message> = {}): Message {
  const answer = id.startsWith("a");
  return {
    id,
    conversation_id: "c1",
    parent_id: parentId,
    role: answer ? "assistant" : "user",
    parts: [{ id: "p1", kind: "text", text: `Text of ${id}` }],
    model: answer ? "office/llama" : null,
    model_name: answer ? "Llama" : null,
    state: "completed",
    run_id: answer ? `run-${id}` : null,
    problem: null,
    receipt: null,
    kind: "plain",
    batch_id: null,
    bot_id: null,
    created_at: "2026-11-20T12:00:00Z",
    ...change,
  };
}

export function conversation(change: Partial<ConversationSummary> = {}): ConversationSummary {
  return {
    id: "c1",
    title: "Boats",
    model: "office/llama",
    pinned: false,
    favorited: false,
    group_id: null,
    bot_id: null,
    temporary: false,
    created_at: "2026-11-20T12:00:00Z",
    updated_at: "2026-11-20T12:00:00Z",
    running: false,
    unread: false,
    version: 1,
    ...change,
  };
}

export const detail = (
  messages: Message[],
  leafId: string | null = messages.at(-1)?.id ?? null,
): ConversationDetail => ({
  conversation: conversation(),
  leaf_id: leafId,
  messages,
  outline: messages.map(({ id, parent_id, role, kind, state, batch_id }) => ({
    id,
    parent_id,
    role,
    kind,
    state,
    batch_id,
    length: 60,
  })),
  settings: { context: null, reply_language: null, content_width: null, scroll: null },
});

/** Returns the server's response to a message: the answer to `q7` is `a7`. */
export function sent(questionId: string, parentId: string | null = null, conversationId = "c1"): Sent {
  const answerId = questionId.replace("q", "a");
  const common = { conversation_id: conversationId };
  const answer = message(answerId, questionId, { ...common, state: "running", parts: [] });
  return {
    conversation: conversation({ id: conversationId, running: true }),
    user_message: message(questionId, parentId, common),
    assistant_message: answer,
    assistant_messages: [answer],
    beside: null,
  };
}
