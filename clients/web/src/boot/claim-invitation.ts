import { AFFILIATE_CLICK, INVITE_CODE } from "@ensemble/blocks/landing/invite-code";
import type { KeyValueStore } from "@ensemble/host/host";

/** Reports the invitation that this person came through; loads no code if there is none. */
export async function claimInvitation(storage: KeyValueStore): Promise<void> {
  if (storage.get(INVITE_CODE) === null) return;
  const { claimKept } = await import("@ensemble/feature-rewards/claim");
  await claimKept(storage);
}

/** Reports the affiliate link that this person came through, if any. */
export async function claimClick(storage: KeyValueStore): Promise<void> {
  if (storage.get(AFFILIATE_CLICK) === null) return;
  const { claimKept } = await import("@ensemble/feature-affiliates/claim");
  await claimKept(storage);
}
