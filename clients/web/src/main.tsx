import "./app.css";
import { createQueryClient } from "@ensemble/blocks/query-client";
import { sessionQuery } from "@ensemble/blocks/session-queries";
import { desktopBridge } from "@ensemble/host/desktop-bridge";
import { chooseLocale, directionOf } from "@ensemble/i18n/locales";
import { problemText } from "@ensemble/i18n/problem-text";
import { loadTexts, startTexts } from "@ensemble/i18n/text";
import { showToast } from "@ensemble/ui/toasts/toast";
import { createRoot } from "react-dom/client";
import { App } from "./App";
import { applyLook, followSystemTheme, storedLook } from "./boot/appearance";
import { desktopHost } from "./boot/desktop-host";
import { watchFirstPage } from "./boot/first-page";
import { localeRewrite, pathLocale } from "./boot/path-locale";
import { keepCache, restoreCache } from "./boot/query-cache";
import { webHost } from "./boot/web-host";
import { createAppRouter } from "./router";

const bridge = desktopBridge();
const host = bridge ? desktopHost(webHost(), bridge) : webHost();
const queryClient = createQueryClient((error) => {
  void loadTexts(["problems"]).finally(() => showToast({ title: problemText(error), kind: "danger" }));
});
restoreCache(queryClient, host.storage, Date.now());
keepCache(queryClient, host.storage);
followSystemTheme(host.storage);
// Requested before anything else loads, because the first screen depends on it.
void queryClient.prefetchQuery(sessionQuery);

localeRewrite.input({ url: new URL(location.href) });
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
 * Renders the page. Not awaited at the top level, because the page's files import this chunk and would wait
 * for it in a cycle.
 */
async function start(): Promise<void> {
  const router = createAppRouter({ queryClient, nonce: nonceOfPage() });
  watchFirstPage(router);
  const texts = startTexts(locale, ["start"]);
  // The page's code and texts load in parallel with the first texts.
  const page = router.load();
  // A returning person sees the empty frame of index.html until the page replaces it in one step.
  await (known?.me ? Promise.all([texts, page]) : texts);
  createRoot(document.getElementById("root") as HTMLElement).render(
    <App host={host} queryClient={queryClient} router={router} />,
  );
}

/** Returns the nonce of this response's Content-Security-Policy, for style elements of components. */
function nonceOfPage(): string | undefined {
  return document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content || undefined;
}
