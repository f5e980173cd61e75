import { onServerHint } from "@ensemble/contract/server-hints";
import type { QueryClient } from "@tanstack/react-query";

/** What of the cache is asked for again when it changed in another window. Chats look after themselves. */
const CHANGED = {
  "models.changed": "models",
  "bots.changed": "bots",
  "prompts.changed": "prompts",
  "memos.changed": "memos",
  "search.changed": "search",
  "reading.changed": "reading",
} as const;

/** Keeps models, bots, prompts, memos, searches and readings in step with the other windows of this person. */
export function watchChanges(client: QueryClient): () => void {
  const refresh = (what: string) => void client.invalidateQueries({ queryKey: [what] });
  let seen = false;
  return onServerHint((hint) => {
    if (hint.type in CHANGED) refresh(CHANGED[hint.type as keyof typeof CHANGED]);
    if (hint.type !== "connected") return;
    // On the first connection everything is fresh; later ones may have missed hints.
    if (seen) for (const what of Object.values(CHANGED)) refresh(what);
    seen = true;
  });
}
