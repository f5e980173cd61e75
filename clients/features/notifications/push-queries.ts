import { api } from "@ensemble/contract/api";
import type { Push } from "@ensemble/contract/wire";
import { mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";

export const pushQuery = queryOptions({
  queryKey: ["notifications", "push"],
  queryFn: ({ signal }) => api.get("/api/notifications/push", { signal }),
  staleTime: 60_000,
});

/** Error: the person or the browser denied the permission. */
export class NotAllowed extends Error {}

/** Enables notifications on this device after asking for permission, or changes their content. */
export const subscribeMutation = (queryClient: QueryClient) =>
  mutationOptions({
    meta: { ownError: true },
    mutationFn: async ({ push, with_title }: { push: Push; with_title: boolean }) => {
      // Browsers ask only in response to a click, so this comes first.
      if ((await Notification.requestPermission()) !== "granted") throw new NotAllowed();
      const { pushManager } = await navigator.serviceWorker.ready;
      const { endpoint, keys } = (await subscribed(pushManager, push.public_key)).toJSON();
      const { p256dh = "", auth = "" } = keys ?? {};
      return api.put("/api/notifications/push", {
        body: { endpoint: endpoint ?? "", keys: { p256dh, auth }, with_title },
      });
    },
    onSuccess: (subscription) => put(queryClient, subscription),
  });

/** Subscribes the browser, replacing a subscription for an outdated server key. */
async function subscribed(pushManager: PushManager, key: string): Promise<PushSubscription> {
  const options = { userVisibleOnly: true, applicationServerKey: key };
  const known = await pushManager.getSubscription();
  if (!known) return pushManager.subscribe(options);
  const knownKey = known.options.applicationServerKey;
  if (knownKey && encoded(knownKey) === key) return known;
  await known.unsubscribe();
  return pushManager.subscribe(options);
}

const encoded = (bytes: ArrayBuffer) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

/** Disables notifications on this device. */
export const unsubscribeMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: async () => {
      await api.delete("/api/notifications/push");
      const registration = await navigator.serviceWorker.getRegistration();
      await (await registration?.pushManager.getSubscription())?.unsubscribe();
    },
    onSuccess: () => put(queryClient, null),
  });

const put = (queryClient: QueryClient, subscription: Push["subscription"]) =>
  queryClient.setQueryData(pushQuery.queryKey, (push) => push && { ...push, subscription });
