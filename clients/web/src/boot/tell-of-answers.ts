import { api } from "@ensemble/contract/api";
import { hearWhileHidden, onServerHint } from "@ensemble/contract/server-hints";
import type { Host } from "@ensemble/host/host";
import { WANTS_NEWS } from "@ensemble/host/wants-news";
import { tellSystem } from "./tell-system";

/** Debounce of several hints. */
const LOOK_AFTER_MS = 1_000;

const HINTS = new Set<string>(["connected", "conversation.changed", "conversations.changed"]);

/** Shows system notifications for answers while no window is visible. Returns the unsubscribe function. */
export function tellOfAnswers({ notify, storage }: Host): () => void {
  if (!notify) return () => undefined;
  hearWhileHidden();
  const look = teller({
    isSeen: () => document.visibilityState === "visible" && document.hasFocus(),
    isWanted: () => storage.get(WANTS_NEWS) !== "no",
    unread: async () => (await api.get("/api/notifications/unread")).count,
    tell: () => tellSystem(notify),
  });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = onServerHint(({ type }) => {
    if (!HINTS.has(type)) return;
    clearTimeout(timer);
    // The next hint triggers another check.
    timer = setTimeout(() => void look().catch(() => undefined), LOOK_AFTER_MS);
  });
  return () => {
    clearTimeout(timer);
    stop();
  };
}

/** Counts unread answers and notifies when there are more while no window is visible. */
export function teller({
  isSeen,
  isWanted,
  unread,
  tell,
}: {
  isSeen: () => boolean;
  isWanted: () => boolean;
  unread: () => Promise<number>;
  tell: () => Promise<void>;
}): () => Promise<void> {
  let known: number | null = null;
  return async () => {
    const count = await unread();
    const isMore = known !== null && count > known;
    known = count;
    if (isMore && !isSeen() && isWanted()) await tell();
  };
}
