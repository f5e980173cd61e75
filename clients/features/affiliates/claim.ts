import { api } from "@ensemble/contract/api";
import { ProblemError } from "@ensemble/contract/problem-error";
import type { KeyValueStore } from "@ensemble/host/host";
import { CLICK_ID } from "./click-id";

/** Reports that this person came through a link, once. A rejection is final; network errors are retried. */
export async function claimKept(storage: KeyValueStore): Promise<void> {
  if (storage.get(CLICK_ID) === null) return;
  try {
    await api.post("/api/affiliates/claims");
  } catch (error) {
    if (!(error instanceof ProblemError) || error.status >= 500) return;
    // Signed out at this moment, or to be retried later.
    if ([401, 429].includes(error.status)) return;
  }
  storage.remove(CLICK_ID);
}
