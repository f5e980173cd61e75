import { NewConversation } from "./NewConversation";
import { useTakeShared } from "./use-take-shared";

/** The start of a conversation. `shared`: key under which the service worker keeps what another app shared. */
export function NewChatScreen({ q, shared }: { q?: string; shared?: string }) {
  useTakeShared(shared);
  return <NewConversation query={q} />;
}
