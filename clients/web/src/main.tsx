// The first script is evaluated in several tasks, each short on a slow phone: the order of these groups matters.
import "./app.css";
import { createRoot } from "react-dom/client";
import "./boot/pauses/after-react";
import { createQueryClient } from "@ensemble/blocks/query-client";
import { startTransition } from "react";
import { App } from "./App";
import "./boot/pauses/after-libraries";
import { sessionQuery } from "@ensemble/blocks/session-queries";
import { desktopBridge } from "@ensemble/host/desktop-bridge";
import { chooseLocale, directionOf } from "@ensemble/i18n/locales";
import { problemText } from "@ensemble/i18n/problem-text";
import { loadTexts, startTexts } from "@ensemble/i18n/text";
import { showToast } from "@ensemble/ui/toasts/toast";
import { applyLook, followSystemTheme, storedLook } from "./boot/appearance";
import { desktopHost } from "./boot/desktop-host";
import { watchFirstPage } from "./boot/first-page";
import { nextTask } from "./boot/next-task";
import { pathLocale, pathRewrite } from "./boot/path-locale";
import { keepCache, restoreCache } from "./boot/query-cache";
import { webHost } from "./boot/web-host";
import "./boot/pauses/after-platform";
import "./areas";
import "./boot/pauses/after-areas";
import { createAppRouter } from "./router";

const bridge = desktopBridge();
const host = bridge ? desktopHost(webHost(), bridge) : webHost();
const queryClient = createQueryClient((error) => {
  void loadTexts(["problems"]).finally(() => showToast({ title: problemText(error), kind: "danger" }));
});
restoreCache(queryClient, host.storage, Date.now());
keepCache(queryClient, host.storage);
followSystemTheme(host.storage);

pathRewrite.input({ url: new URL(location.href) });
const look = storedLook(host.storage);
const known = queryClient.getQueryData(sessionQuery.queryKey);
const locale = chooseLocale({
  path: pathLocale(),
  setting: known?.me?.settings.locale ?? look.locale,
  browser: navigator.languages,
});
applyLook(host.storage, { ...look, locale, direction: directionOf(locale) });

void start();

/**
 * Renders the page, in tasks that a slow phone finishes quickly. Not awaited at the top level, because the page's
 * files import this chunk and would wait for it in a cycle.
 */
async function start(): Promise<void> {
  await nextTask();
  // The first screen depends on it; index.html has requested it already.
  void queryClient.prefetchQuery(sessionQuery);
  await nextTask();
  const router = createAppRouter({ queryClient, nonce: nonceOfPage() });
  watchFirstPage(router);
  await nextTask();
  // The page's code and texts load in parallel with the first texts.
  const page = router.load();
  const texts = startTexts(locale, ["start"]);
  // A returning person sees the empty frame of index.html until the page replaces it in one step.
  await Promise.all([texts, known?.me ? page : Promise.race([page, patience()])]);
  await nextTask();
  const root = createRoot(document.getElementById("root") as HTMLElement);
  // As a transition, so that rendering gives way to input.
  startTransition(() => root.render(<App host={host} queryClient={queryClient} router={router} />));
}

/** Resolves when a visitor has waited long enough for the first page to see that it is loading. */
const patience = () => new Promise<void>((done) => setTimeout(done, 200));

/** Returns the nonce of this response's Content-Security-Policy, for style elements of components. */
function nonceOfPage(): string | undefined {
  return document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content || undefined;
}
