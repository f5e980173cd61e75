import { browser } from "wxt/browser";
import { inTurn } from "../../in-turn";
import { PAGE_SETTINGS_KEY, type PageSettings, readSettings } from "../../page-features/settings";

export async function readPageSettings(): Promise<PageSettings> {
  const stored = await browser.storage.local.get(PAGE_SETTINGS_KEY);
  return readSettings(stored[PAGE_SETTINGS_KEY]);
}

const writing = inTurn();

/** Changes the page settings. Changes are queued: concurrent ones would overwrite each other. */
export function changePageSettings(next: (settings: PageSettings) => PageSettings): Promise<PageSettings> {
  return writing(async () => {
    const changed = next(await readPageSettings());
    await browser.storage.local.set({ [PAGE_SETTINGS_KEY]: changed });
    return changed;
  });
}
