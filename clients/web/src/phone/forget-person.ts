import { forgetOthers } from "@ensemble/feature-chat/conversation/kept-conversations";

/** Removes what a signed-out person has read and their push subscription. */
export function forgetPerson(): void {
  settle(forgetOthers(null));
  settle(forgetEdited(null));
  settle(stopPush());
  void navigator.clearAppBadge?.().catch(() => undefined);
}

/** Removes the data of everybody else after a sign-in. */
export function forgetStrangers(account: string): void {
  settle(forgetOthers(account));
  settle(forgetEdited(account));
}

/** Removes the pictures that others have edited, by code that the first page does not load. */
const forgetEdited = async (account: string | null): Promise<void> =>
  (await import("@ensemble/feature-images/editor/store/forget-edited-pictures")).forgetEditedPictures(
    account,
  );

/** Unsubscribes from push messages. Unsent messages and drafts stay for the next sign-in. */
async function stopPush(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  const subscription = await registration?.pushManager?.getSubscription();
  await subscription?.unsubscribe();
  for (const shown of (await registration?.getNotifications?.()) ?? []) shown.close();
}

// Without storage there is nothing to delete.
const settle = (work: Promise<unknown>) => void work.catch(() => undefined);
