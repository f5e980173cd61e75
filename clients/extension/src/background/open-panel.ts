import { browser } from "wxt/browser";
import type { PanelErrand } from "../messages";

const KEY = "errand";

/** Opens the panel beside a tab. Only in what a person has just done; false where the browser does not let us. */
export async function openPanel(tabId: number, errand: PanelErrand | null): Promise<boolean> {
  // First of all, while the browser still sees what the person did.
  const opening = openBeside(tabId);
  if (errand) await browser.storage.session.set({ [KEY]: errand });
  const opened = await opening;
  if (!opened && errand) await browser.storage.session.remove(KEY);
  // A panel that is open already hears of it; one that opens asks.
  if (opened) await browser.runtime.sendMessage({ name: "background→panel: errand" }).catch(() => undefined);
  return opened;
}

/** What the panel is to do first; it is told once. */
export async function takeErrand(): Promise<PanelErrand | null> {
  const stored = await browser.storage.session.get(KEY);
  await browser.storage.session.remove(KEY);
  return (stored[KEY] as PanelErrand | undefined) ?? null;
}

interface Sidebar {
  open(): Promise<void>;
  isOpen(details: object): Promise<boolean>;
}

async function openBeside(tabId: number): Promise<boolean> {
  try {
    if (browser.sidePanel) {
      await browser.sidePanel.open({ tabId });
      return true;
    }
    const sidebar = (browser as unknown as { sidebarAction?: Sidebar }).sidebarAction;
    // Firefox opens it from its own menus and keys only.
    await sidebar?.open().catch(() => undefined);
    return (await sidebar?.isOpen({})) ?? false;
  } catch (error) {
    console.warn("the panel could not be opened", error);
    return false;
  }
}
