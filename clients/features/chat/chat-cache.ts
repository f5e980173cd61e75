import type {
  ConversationDetail,
  ConversationSummary,
  Message,
  Page,
  Regenerated,
  Sent,
} from "@ensemble/contract/wire";
import type { InfiniteData, QueryClient } from "@tanstack/react-query";

const LIST_KEY = ["chat", "conversations"];
const detailKey = (conversationId: string) => ["chat", "conversation", conversationId];

type ConversationPages = InfiniteData<Page<ConversationSummary>, string | null>;

/** Puts a conversation where it belongs now: changed in place, or in front when it is newer than what is there. */
export function putConversation(client: QueryClient, conversation: ConversationSummary): void {
  client.setQueryData<ConversationPages>(LIST_KEY, (list) => list && withConversation(list, conversation));
  client.setQueryData<ConversationDetail>(
    detailKey(conversation.id),
    (detail) => detail && { ...detail, conversation },
  );
}

function withConversation(list: ConversationPages, conversation: ConversationSummary): ConversationPages {
  const known = list.pages.flatMap((page) => page.items).find((item) => item.id === conversation.id);
  if (known && known.updated_at === conversation.updated_at) {
    const replace = (item: ConversationSummary) => (item.id === conversation.id ? conversation : item);
    return { ...list, pages: list.pages.map((page) => ({ ...page, items: page.items.map(replace) })) };
  }
  const [first, ...rest] = without(list, conversation.id).pages;
  if (!first) return list;
  return { ...list, pages: [{ ...first, items: [conversation, ...first.items] }, ...rest] };
}

const without = (list: ConversationPages, conversationId: string): ConversationPages => ({
  ...list,
  pages: list.pages.map((page) => ({
    ...page,
    items: page.items.filter((item) => item.id !== conversationId),
  })),
});

/** Takes a conversation out of the list; gives what is needed to put it back. */
export function dropConversation(client: QueryClient, conversationId: string): ConversationPages | undefined {
  const before = client.getQueryData<ConversationPages>(LIST_KEY);
  client.setQueryData<ConversationPages>(LIST_KEY, (list) => list && without(list, conversationId));
  return before;
}

export function restoreConversation(client: QueryClient, before: ConversationPages): void {
  client.setQueryData(LIST_KEY, before);
}

/** Adds what the server made of a sent message, or of a wish for another answer; it becomes the shown branch. */
export function putSent(client: QueryClient, sent: Sent | Regenerated): void {
  const { conversation, assistant_message: answer } = sent;
  const added = "user_message" in sent ? [sent.user_message, ...sent.assistant_messages] : [answer];
  client.setQueryData<ConversationDetail>(detailKey(conversation.id), (detail) => ({
    conversation,
    leaf_id: answer.id,
    messages: withMessages(detail?.messages ?? [], added),
  }));
  putConversation(client, conversation);
}

/** Replaces messages that are there and appends the others; parents come before children either way. */
function withMessages(messages: Message[], added: Message[]): Message[] {
  const changed = new Map(added.map((message) => [message.id, message]));
  const kept = messages.map((message) => changed.get(message.id) ?? message);
  const known = new Set(messages.map((message) => message.id));
  return [...kept, ...added.filter((message) => !known.has(message.id))];
}

/** Writes what a run's events said into its message. */
export function patchMessage(
  client: QueryClient,
  conversationId: string,
  messageId: string,
  change: Partial<Message>,
): void {
  client.setQueryData<ConversationDetail>(
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
  client.setQueryData<ConversationDetail>(
    detailKey(conversationId),
    (detail) => detail && { ...detail, leaf_id: leafId },
  );
}

/** The message as last heard from the server, if its conversation is loaded. */
export function cachedMessage(
  client: QueryClient,
  conversationId: string,
  messageId: string,
): Message | undefined {
  return client
    .getQueryData<ConversationDetail>(detailKey(conversationId))
    ?.messages.find((message) => message.id === messageId);
}
