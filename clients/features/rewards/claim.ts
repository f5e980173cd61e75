import { api } from "@ensemble/contract/api";
import { ProblemError } from "@ensemble/contract/problem-error";
import type { KeyValueStore } from "@ensemble/host/host";
import { INVITE_CODE } from "./invite-code";

export const keepCode = (storage: KeyValueStore, code: string) => storage.set(INVITE_CODE, code);

/**
 * Reports the invitation that this person came through, once. A rejection is final; network errors are
 * retried.
 */
export async function claimKept(storage: KeyValueStore): Promise<void> {
  const code = storage.get(INVITE_CODE);
  if (code === null) return;
  try {
    await api.post("/api/rewards/claims", { body: { code } });
  } catch (error) {
    if (!(error instanceof ProblemError) || error.status >= 500 || error.status === 429) return;
  }
  storage.remove(INVITE_CODE);
}
