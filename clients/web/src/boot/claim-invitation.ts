import { AFFILIATE_CLICK, INVITE_CODE } from "@ensemble/blocks/landing/invite-code";
import type { KeyValueStore } from "@ensemble/host/host";

/** Says by whose invitation this person came, where they came by one; nothing is loaded for who did not. */
export async function claimInvitation(storage: KeyValueStore): Promise<void> {
  if (storage.get(INVITE_CODE) === null) return;
  const { claimKept } = await import("@ensemble/feature-rewards/claim");
  await claimKept(storage);
}

/** Says that this person came by an affiliate's link, where they did. */
export async function claimClick(storage: KeyValueStore): Promise<void> {
  if (storage.get(AFFILIATE_CLICK) === null) return;
  const { claimKept } = await import("@ensemble/feature-affiliates/claim");
  await claimKept(storage);
}
