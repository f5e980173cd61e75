import { NewConversation } from "@ensemble/feature-chat/NewConversation";
import { useSearch } from "@tanstack/react-router";

/** Where a conversation begins. */
export function NewChatScreen() {
  const { q } = useSearch({ strict: false }) as { q?: string };
  return <NewConversation query={q} />;
}
