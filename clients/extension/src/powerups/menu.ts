import { browser } from "wxt/browser";
import { pageTexts } from "../background/pages/texts";
import { serialQueue } from "../serial-queue";
import { openPowerup } from "./background";
import { powerupsOn } from "./kept-powerups";
import type { OfferedPowerup } from "./messages";

const ITEM = "powerups";
const ALL = "powerup-all";
const ONE = "powerup-";
/** Key of the items that the menu has: the browser does not tell. */
const SHOWN_KEY = "powerup menu";

const contexts: ["page", "selection"] = ["page", "selection"];

const changing = serialQueue();

/** Fits the menu to a page: the PowerUPs that run on it, and all of them in the panel. */
export const adaptPowerupMenu = (address: string | undefined): Promise<void> =>
  changing(async () => {
    const here = await powerupsOn(address).catch((error: unknown) => {
      console.warn("the PowerUPs are not known", error);
      return [];
    });
    const texts = await pageTexts();
    const title = texts["page.powerups"] ?? ITEM;
    const wanted = JSON.stringify([title, here]);
    const stored = await browser.storage.session.get(SHOWN_KEY);
    if (stored[SHOWN_KEY] === wanted) return;
    await browser.contextMenus.remove(ITEM).catch(() => undefined);
    browser.contextMenus.create({ id: ITEM, title, contexts });
    if (here.length > 0) addItems(here, texts["page.powerups_all"] ?? ALL);
    await browser.storage.session.set({ [SHOWN_KEY]: wanted });
  });

function addItems(here: readonly OfferedPowerup[], all: string): void {
  for (const { id, icon, name } of here)
    browser.contextMenus.create({
      id: ONE + id,
      parentId: ITEM,
      title: asTitle(`${icon} ${name}`.trim()),
      contexts,
    });
  browser.contextMenus.create({ id: ALL, parentId: ITEM, title: all, contexts });
}

/** Returns a name as a menu shows it: `&` marks a key there, and `%s` is the selection. */
const asTitle = (name: string): string => name.replaceAll("&", "&&").replaceAll("%s", "%\u200bs");

/** Forgets what the menu has, because it was made anew. Behind changes that are under way, which note what they made. */
export const forgetPowerupMenu = (): Promise<void> =>
  changing(() => browser.storage.session.remove(SHOWN_KEY));

/** Opens the panel for a click on one of these items; false: it is another one. */
export function openClickedPowerup(itemId: string, tabId: number): boolean {
  if (itemId !== ITEM && !itemId.startsWith(ONE)) return false;
  const id = itemId === ITEM || itemId === ALL ? null : itemId.slice(ONE.length);
  // Its tab may be closed by now.
  void openPowerup(tabId, id).catch((error: unknown) => console.warn("the panel could not be opened", error));
  return true;
}
