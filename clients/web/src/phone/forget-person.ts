import { forgetOthers } from "@ensemble/feature-chat/conversation/kept-conversations";

/** Nobody is signed in here: nothing of what they read stays, and nobody is told anything any more. */
export function forgetPerson(): void {
  settle(forgetOthers(null));
  settle(stopPush());
  void navigator.clearAppBadge?.().catch(() => undefined);
}

/** Somebody is signed in: nothing of anybody else stays. */
export const forgetStrangers = (account: string): void => settle(forgetOthers(account));

/** Unsent messages and drafts stay: they are their writer's, who finds them after signing in again. */
async function stopPush(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  const subscription = await registration?.pushManager?.getSubscription();
  await subscription?.unsubscribe();
  for (const shown of (await registration?.getNotifications?.()) ?? []) shown.close();
}

// Where the browser forbids storage there is nothing to forget.
const settle = (work: Promise<unknown>) => void work.catch(() => undefined);
