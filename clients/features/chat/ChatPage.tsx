import { Conversation } from "./Conversation";

/** A conversation; `query` is written into its field (spec §2: optional query q). Another one begins afresh. */
export function ChatPage({ conversationId, query }: { conversationId: string; query?: string }) {
  return <Conversation key={conversationId} conversationId={conversationId} query={query} />;
}
