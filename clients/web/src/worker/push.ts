import { readOne } from "@ensemble/blocks/device-store";
import { PLACES } from "@ensemble/blocks/places";
import { onServer } from "@ensemble/contract/base-path";
import { directionOf, isOffered, type OfferedLocale } from "@ensemble/i18n/locales";
import arabic from "@ensemble/i18n/locales/ar/notifications.json";
import english from "@ensemble/i18n/locales/en/notifications.json";
import chinese from "@ensemble/i18n/locales/zh-CN/notifications.json";
import { taskText } from "../task-text";
import { scope, type WindowClient } from "./scope";

const TEXTS: Partial<Record<OfferedLocale, typeof english>> = { en: english, ar: arabic, "zh-CN": chinese };

/** Push message of the server (server/features/notifications). */
type News = { title?: string; unread: number } & (
  | { type: "run_ended"; conversation_id: string; state: "completed" | "failed" | "interrupted" }
  | { type: "run_waits"; conversation_id: string }
  | { type: "task_ended"; task_id: string; path: string; state: "succeeded" | "failed" | "paused" }
);

type TextKey = keyof typeof english;

/** Content of a notification, and the page that it leads to. */
interface Shown {
  /** Id at the end of the page's path; a later notification of the same replaces it. */
  id: string;
  path: string;
  said: TextKey;
  hint: TextKey;
}

/**
 * Shows a notification that a long answer or task is complete or waits for its person, unless it is being
 * looked at.
 */
export async function showNews(data: { json(): unknown } | null): Promise<void> {
  const news = readNews(data);
  if (!news) return;
  const { id, path, said: key, hint } = shownOf(news);
  await setBadge(news.unread);
  const windows = await openWindows();
  if (windows.some((window) => window.visibilityState === "visible" && shows(window, id))) return;
  const chosen = await readOne<string>("choices", "locale").catch(() => undefined);
  const locale = chosen && isOffered(chosen) ? chosen : "en";
  const texts = TEXTS[locale] ?? english;
  const said = texts[key];
  await scope.registration.showNotification(news.title ?? said, {
    body: news.title ? said : texts[hint],
    tag: id,
    lang: locale,
    dir: directionOf(locale),
    icon: onServer("/icons/icon-192.png"),
    badge: onServer("/icons/badge-96.png"),
    data: { id, path },
  });
}

function shownOf(news: News): Shown {
  if (news.type === "task_ended") {
    const { task_id: id, path, state } = news;
    return { id, path, said: taskText(state), hint: "open_to_see" };
  }
  const { conversation_id: id } = news;
  const path = PLACES.chat(id);
  if (news.type === "run_waits") return { id, path, said: "answer_waits", hint: "open_to_decide" };
  const said = news.state === "completed" ? "answer_ready" : "answer_broke_off";
  return { id, path, said, hint: "open_to_read" };
}

const TYPES = new Set(["run_ended", "run_waits"]);

function readNews(data: { json(): unknown } | null): News | null {
  try {
    const news = data?.json() as News | undefined;
    if (news?.type === "task_ended") return isPath(news.path) && news.task_id ? news : null;
    return news && TYPES.has(news.type) && typeof news.conversation_id === "string" ? news : null;
  } catch {
    return null;
  }
}

/** Returns true for a path on this server. */
const isPath = (path: unknown): boolean => typeof path === "string" && /^\/[^/\\]/.test(path);

/** Opens the page of a notification in an existing or new window. */
export async function openPage(notification: Notification): Promise<void> {
  notification.close();
  const { id, path: address } = notification.data as { id: string; path: string };
  const windows = await openWindows();
  const there = windows.find((window) => shows(window, id));
  if (there) {
    await there.focus();
    return;
  }
  const any = windows.find((window) => window.visibilityState === "visible") ?? windows[0];
  if (!any) {
    await scope.clients.openWindow(onServer(address));
    return;
  }
  // The page navigates by itself, so that nothing is reloaded.
  any.postMessage({ type: "open", path: address });
  await any.focus();
}

/** Returns our windows; other programs of the host may have some too. */
const openWindows = async () =>
  (await scope.clients.matchAll({ type: "window", includeUncontrolled: true })).filter(({ url }) =>
    new URL(url).pathname.startsWith(onServer("/")),
  );

const shows = ({ url }: WindowClient, id: string) => new URL(url).pathname.endsWith(`/${id}`);

const setBadge = async (count: number): Promise<void> => {
  await navigator.setAppBadge?.(count).catch(() => undefined);
};

/** Reports a changed push subscription to the server. */
export async function renewSubscription(): Promise<void> {
  const answer = await fetch(onServer("/api/notifications/push"));
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
  await fetch(onServer("/api/notifications/push"), {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ endpoint, keys, with_title: subscription.with_title }),
  });
}
