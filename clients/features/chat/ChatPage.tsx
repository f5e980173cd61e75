import { Conversation } from "./Conversation";
import { NewConversation } from "./NewConversation";

/** A conversation, or the place where one begins; `query` is written into its field (spec §2: optional query q). */
export function ChatPage({ conversationId, query }: { conversationId?: string; query?: string }) {
  return conversationId ? (
    <Conversation key={conversationId} conversationId={conversationId} query={query} />
  ) : (
    <NewConversation query={query} />
  );
}
