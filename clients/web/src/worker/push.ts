import { readOne } from "@ensemble/blocks/device-store";
import { PLACES } from "@ensemble/blocks/places";
import { directionOf, isOffered, type OfferedLocale } from "@ensemble/i18n/locales";
import arabic from "@ensemble/i18n/locales/ar/notifications.json";
import english from "@ensemble/i18n/locales/en/notifications.json";
import chinese from "@ensemble/i18n/locales/zh-CN/notifications.json";
import { scope, type WindowClient } from "./scope";

const TEXTS: Partial<Record<OfferedLocale, typeof english>> = { en: english, ar: arabic, "zh-CN": chinese };

/** Push message of the server (server/features/notifications). */
type News = {
  conversation_id: string;
  title?: string;
  unread: number;
} & ({ type: "run_ended"; state: "completed" | "failed" | "interrupted" } | { type: "run_waits" });

/**
 * Shows a notification that a long answer is complete or waits for approval, unless it is being looked at.
 */
export async function showNews(data: { json(): unknown } | null): Promise<void> {
  const news = readNews(data);
  if (!news) return;
  await setBadge(news.unread);
  const windows = await openWindows();
  if (windows.some((window) => window.visibilityState === "visible" && shows(window, news.conversation_id)))
    return;
  const chosen = await readOne<string>("choices", "locale").catch(() => undefined);
  const locale = chosen && isOffered(chosen) ? chosen : "en";
  const texts = TEXTS[locale] ?? english;
  const said = texts[SAID[news.type === "run_ended" ? news.state : "waits"] ?? "answer_broke_off"];
  await scope.registration.showNotification(news.title ?? said, {
    body: news.title ? said : texts[news.type === "run_waits" ? "open_to_decide" : "open_to_read"],
    // One per conversation: a later one replaces it.
    tag: news.conversation_id,
    lang: locale,
    dir: directionOf(locale),
    icon: "/icons/icon-192.png",
    badge: "/icons/badge-96.png",
    data: { conversation_id: news.conversation_id },
  });
}

const SAID: Readonly<Record<string, "answer_ready" | "answer_waits">> = {
  completed: "answer_ready",
  waits: "answer_waits",
};

const TYPES = new Set(["run_ended", "run_waits"]);

function readNews(data: { json(): unknown } | null): News | null {
  try {
    const news = data?.json() as News | undefined;
    return news && TYPES.has(news.type) && typeof news.conversation_id === "string" ? news : null;
  } catch {
    return null;
  }
}

/** Opens the conversation of a notification in an existing or new window. */
export async function openConversation(notification: Notification): Promise<void> {
  notification.close();
  const { conversation_id: id } = notification.data as { conversation_id: string };
  const windows = await openWindows();
  const there = windows.find((window) => shows(window, id));
  if (there) {
    await there.focus();
    return;
  }
  const address = PLACES.chat(id);
  const any = windows.find((window) => window.visibilityState === "visible") ?? windows[0];
  if (!any) {
    await scope.clients.openWindow(address);
    return;
  }
  // The page navigates by itself, so that nothing is reloaded.
  any.postMessage({ type: "open", path: address });
  await any.focus();
}

const openWindows = () => scope.clients.matchAll({ type: "window", includeUncontrolled: true });

const shows = ({ url }: WindowClient, conversationId: string) =>
  new URL(url).pathname.endsWith(`/${conversationId}`);

const setBadge = async (count: number): Promise<void> => {
  await navigator.setAppBadge?.(count).catch(() => undefined);
};

/** Reports a changed push subscription to the server. */
export async function renewSubscription(): Promise<void> {
  const answer = await fetch("/api/notifications/push");
  if (!answer.ok) return;
  const { public_key: key, subscription } = (await answer.json()) as {
    public_key: string;
    subscription: { with_title: boolean } | null;
  };
  if (!subscription) return;
  const renewed = await scope.registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: key,
  });
  const { endpoint, keys } = renewed.toJSON();
  await fetch("/api/notifications/push", {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ endpoint, keys, with_title: subscription.with_title }),
  });
}
