import { api } from "@ensemble/contract/api";
import { onServerHint } from "@ensemble/contract/server-hints";

/** Debounce of several hints. */
const LOOK_AFTER_MS = 1_000;

/** Shows the number of unread answers on the app's icon, if supported. Returns the unsubscribe function. */
export function keepBadge(): () => void {
  if (!("setAppBadge" in navigator)) return () => undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = async () => {
    const { count } = await api.get("/api/notifications/unread");
    await navigator.setAppBadge(count);
  };
  const lookSoon = () => {
    clearTimeout(timer);
    // The next hint triggers another check.
    timer = setTimeout(() => void look().catch(() => undefined), LOOK_AFTER_MS);
  };
  const stop = onServerHint(({ type }) => {
    if (CHANGES.has(type)) lookSoon();
  });
  // The connection may be open already, which is not reported to later listeners.
  lookSoon();
  return () => {
    clearTimeout(timer);
    stop();
  };
}

const CHANGES = new Set<string>([
  "connected",
  "conversation.changed",
  "conversation.deleted",
  "conversations.changed",
]);
