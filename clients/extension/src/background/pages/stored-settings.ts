import { browser } from "wxt/browser";
import { PAGE_SETTINGS_KEY, type PageSettings, readSettings } from "../../page-features/settings";
import { serialQueue } from "../../serial-queue";

export async function readPageSettings(): Promise<PageSettings> {
  const stored = await browser.storage.local.get(PAGE_SETTINGS_KEY);
  return readSettings(stored[PAGE_SETTINGS_KEY]);
}

const writing = serialQueue();

/** Changes the page settings. Changes are queued: concurrent ones would overwrite each other. */
export function changePageSettings(next: (settings: PageSettings) => PageSettings): Promise<PageSettings> {
  return writing(async () => {
    const changed = next(await readPageSettings());
    await browser.storage.local.set({ [PAGE_SETTINGS_KEY]: changed });
    return changed;
  });
}
