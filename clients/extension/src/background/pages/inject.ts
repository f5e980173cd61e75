import { browser } from "wxt/browser";
import type { PageCall } from "../../page-features/feature";

/** Puts a script of ours into a page. Fails where the browser keeps the page from the extension. */
export async function inject(
  file: "/resident.js" | "/page-interface.js",
  { tabId, frameId = 0 }: { tabId: number; frameId?: number },
): Promise<void> {
  await browser.scripting.executeScript({ target: { tabId, frameIds: [frameId] }, files: [file] });
}

/**
 * Calls a feature in the page of a tab: by command, menu or panel. Puts in what is not there yet, for which the browser's
 * permission for the page that is open is enough. Fails where the page is closed to the extension.
 */
export async function callPage(tabId: number, call: PageCall): Promise<void> {
  await inject("/resident.js", { tabId });
  await browser.tabs.sendMessage(tabId, { name: "background→page: call", request: call }, { frameId: 0 });
}

/** Tells every page that something was switched. Pages without our script do not listen. */
export async function tellPages(): Promise<void> {
  const tabs = await browser.tabs.query({});
  const message = { name: "background→page: changed" };
  await Promise.allSettled(
    tabs.map(async ({ id }) => id !== undefined && browser.tabs.sendMessage(id, message)),
  );
}
