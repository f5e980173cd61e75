import { browser } from "wxt/browser";
import type { PageCall } from "../../page-features/feature";

/** Injects a script into a page. Rejects if the browser blocks the page. */
export async function inject(
  file: "/resident.js" | "/page-interface.js",
  { tabId, frameId = 0 }: { tabId: number; frameId?: number },
): Promise<void> {
  await browser.scripting.executeScript({ target: { tabId, frameIds: [frameId] }, files: [file] });
}

/**
 * Calls a feature in a tab's page: by command, menu or panel. Injects missing scripts, for which access to
 * the open page suffices. Rejects if the page is closed to the extension.
 */
export async function callPage(tabId: number, call: PageCall): Promise<void> {
  await inject("/resident.js", { tabId });
  await browser.tabs.sendMessage(tabId, { name: "background→page: call", request: call }, { frameId: 0 });
}

/** Calls a feature in the frames of a tab that the browser lets us into; the page itself ignores it. */
export async function callFrames(tabId: number, call: PageCall): Promise<void> {
  await browser.scripting.executeScript({ target: { tabId, allFrames: true }, files: ["/resident.js"] });
  await browser.tabs.sendMessage(tabId, { name: "background→page: call", request: call });
}

/** Notifies every page of changed settings. Pages without our script ignore it. */
export async function tellPages(): Promise<void> {
  const tabs = await browser.tabs.query({});
  const message = { name: "background→page: changed" };
  await Promise.allSettled(
    tabs.map(async ({ id }) => id !== undefined && browser.tabs.sendMessage(id, message)),
  );
}
