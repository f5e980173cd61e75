import { onServerHint } from "@ensemble/contract/server-hints";
import type { QueryClient } from "@tanstack/react-query";

/** What of the cache is asked for again when `<name>.changed` in another window. Chats look after themselves. */
const CHANGED = [
  "models",
  "bots",
  "prompts",
  "memos",
  "memory",
  "search",
  "research",
  "reading",
  "documents",
  "teams",
  "usage",
  "notice",
];

/** Keeps all of these in step with the other windows of this person. */
export function watchChanges(client: QueryClient): () => void {
  const refresh = (what: string) => void client.invalidateQueries({ queryKey: [what] });
  let seen = false;
  return onServerHint((hint) => {
    for (const what of CHANGED) if (hint.type === `${what}.changed`) refresh(what);
    if (hint.type !== "connected") return;
    // On the first connection everything is fresh; later ones may have missed hints.
    if (seen) for (const what of CHANGED) refresh(what);
    seen = true;
  });
}
