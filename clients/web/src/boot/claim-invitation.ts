import { INVITE_CODE } from "@ensemble/blocks/invite-code";
import type { KeyValueStore } from "@ensemble/host/host";

/** Says by whose invitation this person came, where they came by one; nothing is loaded for who did not. */
export async function claimInvitation(storage: KeyValueStore): Promise<void> {
  if (storage.get(INVITE_CODE) === null) return;
  const { claimKept } = await import("@ensemble/feature-rewards/claim");
  await claimKept(storage);
}
