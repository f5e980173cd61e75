import type { ReactNode } from "react";
import { Conversation } from "./conversation/Conversation";

/**
 * A conversation; `query` is written into its field (spec §2: optional query q). Another one begins afresh. With a `start`, one
 * that the server does not know is yet to begin, and that is said in its place.
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
