import { browser } from "wxt/browser";
import type { PanelErrand } from "../messages";
import { serialQueue } from "../serial-queue";

const KEY = "errands";

/** Tasks by window id, because each window may have a panel. */
type Errands = Readonly<Record<number, PanelErrand>>;

/** Opens the panel beside a tab. Only in response to a click or key; returns false if the browser refuses. */
export async function openPanel(tabId: number, errand: PanelErrand | null): Promise<boolean> {
  // First of all, while the browser counts it as a user action.
  const opening = openBeside(tabId);
  const { windowId } = await browser.tabs.get(tabId);
  if (errand) await change((errands) => ({ ...errands, [windowId]: errand }));
  const opened = await opening;
  if (!opened && errand) await takeErrand(windowId);
  // An open panel is notified; a new one asks.
  if (opened)
    await browser.runtime.sendMessage({ name: "background→panel: errand", windowId }).catch(() => undefined);
  return opened;
}

/** Returns and clears the task that the panel of a window was opened for. */
export async function takeErrand(windowId: number): Promise<PanelErrand | null> {
  let taken: PanelErrand | null = null;
  await change(({ [windowId]: mine, ...others }) => {
    taken = mine ?? null;
    return others;
  });
  return taken;
}

const writing = serialQueue();

/** Queues changes, so that two panels cannot take the same task. */
function change(next: (errands: Errands) => Errands): Promise<void> {
  return writing(async () => {
    const stored = await browser.storage.session.get(KEY);
    await browser.storage.session.set({ [KEY]: next((stored[KEY] as Errands | undefined) ?? {}) });
  });
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
    // Firefox opens it only from its own menus and shortcuts.
    await sidebar?.open().catch(() => undefined);
    return (await sidebar?.isOpen({})) ?? false;
  } catch (error) {
    console.warn("the panel could not be opened", error);
    return false;
  }
}
