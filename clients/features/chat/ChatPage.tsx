import type { ReactNode } from "react";
import { Conversation } from "./conversation/Conversation";

/**
 * Page of a conversation; `query` fills its field (spec §2: optional query q). A new key remounts it. With a
 * `start`, a conversation unknown to the server is a new one.
 */
export function ChatPage({
  conversationId,
  query,
  start,
}: {
  conversationId: string;
  query?: string;
  start?: ReactNode;
}) {
  return <Conversation key={conversationId} conversationId={conversationId} query={query} start={start} />;
}
