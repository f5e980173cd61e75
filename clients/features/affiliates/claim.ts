import { AFFILIATE_CLICK } from "@ensemble/blocks/landing/invite-code";
import { api } from "@ensemble/contract/api";
import { ProblemError } from "@ensemble/contract/problem-error";
import type { KeyValueStore } from "@ensemble/host/host";

/** Says that this person came by a link, once. What the server refuses is not said again; what did not get there is. */
export async function claimKept(storage: KeyValueStore): Promise<void> {
  if (storage.get(AFFILIATE_CLICK) === null) return;
  try {
    await api.post("/api/affiliates/claims");
  } catch (error) {
    if (!(error instanceof ProblemError) || error.status >= 500) return;
    // Signed out in this moment, or to be said later.
    if ([401, 429].includes(error.status)) return;
  }
  storage.remove(AFFILIATE_CLICK);
}
