import { ChatPage } from "@ensemble/feature-chat/ChatPage";
import { useParams, useSearch } from "@tanstack/react-router";

/** Page of a conversation. */
export function ConversationScreen() {
  const { uid = "" } = useParams({ strict: false }) as { uid?: string };
  const { q } = useSearch({ strict: false }) as { q?: string };
  return <ChatPage conversationId={uid} query={q} />;
}
