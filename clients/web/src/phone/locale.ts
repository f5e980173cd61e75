import { put } from "@ensemble/blocks/device-store";

/** Tells the service worker the page's language: it has to say something while no page is open. Gives what ends it. */
export function rememberLocale(): () => void {
  const root = document.documentElement;
  const remember = () => void put("choices", "locale", root.lang).catch(() => undefined);
  remember();
  const watch = new MutationObserver(remember);
  watch.observe(root, { attributeFilter: ["lang"] });
  return () => watch.disconnect();
}
