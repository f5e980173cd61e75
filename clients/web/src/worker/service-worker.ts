import { answerFile, dropOldFiles, isFile, keepFiles, keepLoaded } from "./files";
import { sendOutbox } from "./outbox-sync";
import { openPage, renewSubscription, showNews } from "./push";
import { scope } from "./scope";
import { isShared, takeShared } from "./share";
import { answerPage, isPage, keepShell } from "./shell";

/*
 * Between the page and the network: the program is there without one, what was shared from the phone is taken in, news
 * is shown. It answers for nothing under /api: what belongs to a person goes through no cache of its own.
 */

scope.addEventListener("install", (event) => event.waitUntil(Promise.all([keepFiles(), keepShell()])));

scope.addEventListener("activate", (event) =>
  event.waitUntil(
    Promise.all([dropOldFiles(), scope.registration.navigationPreload?.enable(), scope.clients.claim()]),
  ),
);

scope.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== scope.location.origin) return;
  if (isShared(request, url)) event.respondWith(takeShared(request));
  else if (request.method !== "GET") return;
  else if (isPage(request, url)) event.respondWith(answerPage(event));
  else if (isFile(url)) event.respondWith(answerFile(request));
});

scope.addEventListener("message", (event) => {
  const message = event.data as { type?: unknown; files?: unknown } | null;
  // The person pressed "Reload": the page reloads itself once this worker is active.
  if (message?.type === "take_over") event.waitUntil(scope.skipWaiting());
  if (message?.type === "keep" && Array.isArray(message.files)) event.waitUntil(keepLoaded(message.files));
});

scope.addEventListener("push", (event) => event.waitUntil(showNews(event.data)));
scope.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(renewSubscription()));
scope.addEventListener("notificationclick", (event) => event.waitUntil(openPage(event.notification)));
scope.addEventListener("sync", (event) => {
  if (event.tag === "outbox") event.waitUntil(sendOutbox());
});
