import type {
  ConversationSettings,
  ConversationSummary,
  Message,
  Regenerated,
  Sent,
} from "@ensemble/contract/wire";
import type { QueryClient } from "@tanstack/react-query";
import type { Thread } from "./conversation/thread";
import { putInLists } from "./list/list-cache";

const NO_SETTINGS: ConversationSettings = {
  context: null,
  reply_language: null,
  content_width: null,
  scroll: null,
};

const detailKey = (conversationId: string) => ["chat", "conversation", conversationId];

/** Updates a conversation in all lists and where it is open. */
export function putConversation(client: QueryClient, conversation: ConversationSummary): void {
  putInLists(client, conversation);
  client.setQueryData<Thread>(detailKey(conversation.id), (detail) => detail && { ...detail, conversation });
}

/** Adds the server's response to a sent message or a regeneration, which becomes the shown branch. */
export function putSent(client: QueryClient, sent: Sent | Regenerated): void {
  const { conversation, assistant_message: answer } = sent;
  const added = "user_message" in sent ? [sent.user_message, ...sent.assistant_messages] : [answer];
  client.setQueryData<Thread>(detailKey(conversation.id), (detail) => ({
    conversation,
    leaf_id: answer.id,
    messages: withMessages(detail?.messages ?? [], added),
    settings: detail?.settings ?? NO_SETTINGS,
  }));
  putConversation(client, conversation);
}

/** Replaces existing messages and appends others; parents stay before children. */
function withMessages(messages: Message[], added: Message[]): Message[] {
  const changed = new Map(added.map((message) => [message.id, message]));
  const kept = messages.map((message) => changed.get(message.id) ?? message);
  const known = new Set(messages.map((message) => message.id));
  return [...kept, ...added.filter((message) => !known.has(message.id))];
}

/** Applies the result of a run to its message. */
export function patchMessage(
  client: QueryClient,
  conversationId: string,
  messageId: string,
  change: Partial<Message>,
): void {
  client.setQueryData<Thread>(
    detailKey(conversationId),
    (detail) =>
      detail && {
        ...detail,
        messages: detail.messages.map((message) =>
          message.id === messageId ? { ...message, ...change } : message,
        ),
      },
  );
}

export function chooseLeaf(client: QueryClient, conversationId: string, leafId: string): void {
  client.setQueryData<Thread>(
    detailKey(conversationId),
    (detail) => detail && { ...detail, leaf_id: leafId },
  );
}

/** Returns the last known message if its conversation is loaded. */
export function cachedMessage(
  client: QueryClient,
  conversationId: string,
  messageId: string,
): Message | undefined {
  return client
    .getQueryData<Thread>(detailKey(conversationId))
    ?.messages.find((message) => message.id === messageId);
}
