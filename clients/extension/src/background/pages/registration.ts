import { browser } from "wxt/browser";
import { type PageSettings, patternsOf } from "../../page-features/settings";
import { serialQueue } from "../../serial-queue";
import { inject, tellPages } from "./inject";
import { readPageSettings } from "./stored-settings";

const ID = "resident";

const working = serialQueue();

/**
 * Registers the resident script on sites where the person wants it and the browser allows it. Open pages get
 * it at once.
 */
export function registerResident(): Promise<void> {
  return working(register).catch((error: unknown) => console.warn("pages were not set up", error));
}

async function register(): Promise<void> {
  const matches = await allowed(await readPageSettings());
  const known = await browser.scripting.getRegisteredContentScripts({ ids: [ID] });
  if (known.length > 0) await browser.scripting.unregisterContentScripts({ ids: [ID] });
  if (matches.length === 0) return tellPages();
  await browser.scripting.registerContentScripts([
    { id: ID, js: ["resident.js"], matches, runAt: "document_idle", persistAcrossSessions: true },
  ]);
  const tabs = await browser.tabs.query({ url: matches });
  await Promise.allSettled(
    tabs.map(async ({ id }) => id !== undefined && inject("/resident.js", { tabId: id })),
  );
  await tellPages();
}

/** Returns the patterns that the browser permits. */
async function allowed(settings: PageSettings): Promise<string[]> {
  const patterns = patternsOf(settings);
  const open = await Promise.all(
    patterns.map((pattern) => browser.permissions.contains({ origins: [pattern] })),
  );
  return patterns.filter((_, at) => open[at]);
}
