import { put } from "@ensemble/blocks/device-store";

/**
 * Stores the page's language for the service worker, which shows texts while no page is open. Returns the
 * cleanup function.
 */
export function rememberLocale(): () => void {
  const root = document.documentElement;
  const remember = () => void put("choices", "locale", root.lang).catch(() => undefined);
  remember();
  const watch = new MutationObserver(remember);
  watch.observe(root, { attributeFilter: ["lang"] });
  return () => watch.disconnect();
}
