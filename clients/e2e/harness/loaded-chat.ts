import type { Page } from "@playwright/test";

/** Pages at the empty chat that were loaded after the last change that the journey made behind their backs. */
const loaded = new WeakSet<Page>();

/** Records that the page was just loaded at the empty chat. */
export const markLoaded = (page: Page): void => void loaded.add(page);

/** Records that something changed that only another load of the page is sure to show. */
export const markStale = (page: Page): void => void loaded.delete(page);

/** Returns true if the page is at the empty chat as it was loaded; the next time it is loaded anew. */
export function takeLoaded(page: Page): boolean {
  return loaded.delete(page) && new URL(page.url()).pathname === "/home/chat";
}
