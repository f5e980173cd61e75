import type { Page } from "@playwright/test";

/** Pages at the empty chat as they were loaded. */
const loaded = new WeakSet<Page>();

/** Pages behind whose back the journey changed something since they were loaded. */
const stale = new WeakSet<Page>();

/** Records that the page was just loaded at the empty chat. */
export function markLoaded(page: Page): void {
  loaded.add(page);
  stale.delete(page);
}

/** Records that something changed that only another load of the page is sure to show. */
export function markStale(page: Page): void {
  loaded.delete(page);
  stale.add(page);
}

/** Returns true if something changed since the page was loaded; it is about to be loaded again. */
export const takeStale = (page: Page): boolean => stale.delete(page);

/** Returns true if the page is at the empty chat as it was loaded; the next time it is opened anew. */
export function takeLoaded(page: Page): boolean {
  return loaded.delete(page) && new URL(page.url()).pathname.endsWith("/home/chat");
}
