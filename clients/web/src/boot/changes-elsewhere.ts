import { refetchChanged } from "@ensemble/blocks/refetch-changed";
import { onServerHint } from "@ensemble/contract/server-hints";
import type { QueryClient } from "@tanstack/react-query";
import { REFETCHED } from "../areas";

/** Maximum time to open the live connection; if it takes longer, data read before may be stale. */
const AT_ONCE_MS = 2_000;

/** Keeps all of these in sync with the person's other windows. */
export function watchChanges(client: QueryClient): () => void {
  const refresh = (what: string) => void refetchChanged(client, { queryKey: [what] });
  const begun = Date.now();
  let seen = false;
  return onServerHint((hint) => {
    for (const what of REFETCHED) if (hint.type === `${what}.changed`) refresh(what);
    if (hint.type !== "connected") return;
    // If the first connection is fast, everything is fresh; otherwise, and later, hints may have been
    // missed.
    if (seen || Date.now() - begun > AT_ONCE_MS) for (const what of REFETCHED) refresh(what);
    seen = true;
  });
}
