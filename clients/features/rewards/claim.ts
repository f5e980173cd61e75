import { INVITE_CODE } from "@ensemble/blocks/landing/invite-code";
import { api } from "@ensemble/contract/api";
import { ProblemError } from "@ensemble/contract/problem-error";
import type { KeyValueStore } from "@ensemble/host/host";

export const keepCode = (storage: KeyValueStore, code: string) => storage.set(INVITE_CODE, code);

/** Says by whose invitation this person came, once. What the server refuses is not said again; what did not get there is. */
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
