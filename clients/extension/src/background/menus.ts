import { type Browser, browser } from "wxt/browser";
import type { PageFeatureId } from "../page-features/feature";
import { PAGE_SETTINGS_KEY, patternsOf, switchedOff } from "../page-features/settings";
import { adaptPowerupMenu, forgetPowerupMenu, openClickedPowerup } from "../powerups/menu";
import { hostOfPage } from "../server-address";
import { openPanel } from "./open-panel";
import { callPage } from "./pages/inject";
import { registerResident } from "./pages/registration";
import { changePageSettings, readPageSettings } from "./pages/stored-settings";
import { pageTexts } from "./pages/texts";
import { openWithPicture, PICTURE_PLACES } from "./pictures";

type Tab = Browser.tabs.Tab;

/** Item of the context menu. */
export interface MenuItem {
  id: string;
  /** Key of its text, `area.key`. */
  text: string;
  /** Feature that the item calls; the item is hidden where that feature is off. */
  feature?: PageFeatureId;
  contexts: [`${Browser.contextMenus.ContextType}`, ...`${Browser.contextMenus.ContextType}`[]];
  run(tab: Tab & { id: number }, clicked: Browser.contextMenus.OnClickData): Promise<void>;
}

/** Items of pictures, in their order, with their texts. */
const PICTURE_TEXTS = {
  "picture-ask": "page.menu_picture_ask",
  "picture-read": "page.menu_picture_read",
  "picture-background": "page.menu_picture_background",
  "picture-text": "page.menu_picture_text",
  "picture-upscale": "page.menu_picture_upscale",
  "picture-edit": "page.menu_picture_edit",
} as const satisfies Record<keyof typeof PICTURE_PLACES, string>;

const PICTURE_ITEMS = Object.entries(PICTURE_TEXTS).map(
  ([id, text]): MenuItem => ({
    id,
    text,
    contexts: ["image"],
    run: ({ id: tabId, url, title, incognito }, { srcUrl, frameId, pageUrl }) => {
      const host = hostOfPage(url ?? pageUrl);
      const page = host === null ? undefined : { host, title: title ?? "", words: 0, isPrivate: incognito };
      return openWithPicture(PICTURE_PLACES[id as keyof typeof PICTURE_PLACES], {
        tabId,
        frameId: frameId ?? 0,
        address: srcUrl ?? "",
        page,
      });
    },
  }),
);

/** Menu items in their order, one line each. */
const MENU_ITEMS: readonly MenuItem[] = [
  {
    id: "ask-selection",
    feature: "selection",
    text: "page.menu_ask_selection",
    contexts: ["selection"],
    run: ({ id }) => callPage(id, { feature: "selection", what: "ask" }),
  },
  {
    id: "keep-selection",
    feature: "selection",
    text: "page.keep",
    contexts: ["selection"],
    run: ({ id }) => callPage(id, { feature: "selection", what: "keep" }),
  },
  {
    id: "ask-page",
    text: "page.menu_ask_page",
    contexts: ["page"],
    run: async ({ id }) => {
      await openPanel(id, { kind: "read page" });
    },
  },
  {
    id: "translate-page",
    feature: "translation",
    text: "translation.menu_page",
    contexts: ["page"],
    run: ({ id }) => callPage(id, { feature: "translation", what: "toggle" }),
  },
  {
    id: "write",
    feature: "writing",
    text: "writing.label",
    contexts: ["editable"],
    run: ({ id }) => callPage(id, { feature: "writing", what: "open" }),
  },
  {
    id: "run-here",
    text: "page.menu_run_here",
    contexts: ["page"],
    run: async ({ url }) => {
      const host = hostOfPage(url);
      if (host !== null) await runOn(host);
    },
  },
  ...PICTURE_ITEMS,
];

/** Requests the browser's permission for a site, in the person's click, and enables the extension there. */
async function runOn(host: string): Promise<void> {
  const origins = [`http://${host}/*`, `https://${host}/*`];
  if (!(await browser.permissions.request({ origins }))) return;
  await changePageSettings((settings) =>
    patternsOf(settings).some((pattern) => origins.includes(pattern))
      ? settings
      : { ...settings, hosts: [...settings.hosts, host] },
  );
  await registerResident();
}

/** Rebuilds the menu: after installation, and when the language changed. */
export async function makeMenus(): Promise<void> {
  const texts = await pageTexts();
  await browser.contextMenus.removeAll();
  for (const { id, text, contexts } of MENU_ITEMS)
    browser.contextMenus.create({ id, title: texts[text] ?? id, contexts });
  await forgetPowerupMenu();
  await adaptMenus();
}

/** Hides menu items of features that are off on the active page's site, and offers the PowerUPs that run there. */
export async function adaptMenus(): Promise<void> {
  const [settings, [tab]] = await Promise.all([
    readPageSettings(),
    browser.tabs.query({ active: true, lastFocusedWindow: true }),
  ]);
  const host = hostOfPage(tab?.url);
  const changes = MENU_ITEMS.flatMap(({ id, feature }) =>
    feature ? [browser.contextMenus.update(id, { visible: !switchedOff(settings, host, feature) })] : [],
  );
  // A recreated item is adapted with the next page.
  await Promise.allSettled([...changes, adaptPowerupMenu(tab?.url)]);
}

/** Handles menu clicks. If the browser blocks the page, opens the panel instead. */
export function watchMenus(): void {
  browser.contextMenus.onClicked.addListener((clicked, tab) => {
    const { menuItemId, pageUrl } = clicked;
    const item = MENU_ITEMS.find(({ id }) => id === menuItemId);
    const tabId = tab?.id;
    if (tabId === undefined || tabId < 0) return;
    if (openClickedPowerup(`${menuItemId}`, tabId) || !item) return;
    // At once, while the browser counts the click as a user action.
    if (item.feature && hostOfPage(tab?.url ?? pageUrl) === null) return void openPanel(tabId, null);
    void item.run({ ...tab, id: tabId } as Tab & { id: number }, clicked).catch((error: unknown) => {
      console.warn("the page is closed to the extension", error);
      return openPanel(tabId, null);
    });
  });
  browser.tabs.onActivated.addListener(() => void adaptMenus());
  browser.tabs.onUpdated.addListener((_tabId, { url }, { active }) => {
    if (active && url !== undefined) void adaptMenus();
  });
  browser.storage.local.onChanged.addListener((changed) => {
    if (PAGE_SETTINGS_KEY in changed) void adaptMenus();
  });
}
