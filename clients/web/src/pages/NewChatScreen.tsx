import { NewConversation } from "@ensemble/feature-chat/new-chat/NewConversation";
import { useTakeShared } from "@ensemble/feature-chat/new-chat/use-take-shared";
import { useSearch } from "@tanstack/react-router";

/** Page of a new conversation. */
export function NewChatScreen() {
  const { q, shared } = useSearch({ strict: false }) as { q?: string; shared?: string };
  useTakeShared(shared);
  return <NewConversation query={q} />;
}
