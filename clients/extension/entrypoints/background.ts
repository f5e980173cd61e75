import { browser } from "wxt/browser";
import { defineBackground } from "wxt/utils/define-background";
import { answerMessage } from "../src/background/answer";
import { watchCommands } from "../src/background/commands";
import { closeStorage, type Stored, shownConnection, writeConnection } from "../src/background/connection";
import { useServer } from "../src/background/find-server";
import { adaptMenus, makeMenus, watchMenus } from "../src/background/menus";
import { isOurPage, serveFetch } from "../src/background/network";
import { watchOmnibox } from "../src/background/omnibox";
import { openPanel, takeErrand } from "../src/background/open-panel";
import { forgetActions } from "../src/background/pages/actions";
import { answerPage, isForPages, pageSender, servePageStream } from "../src/background/pages/answer-page";
import { PAGE_HANDLERS, PAGE_STREAMS } from "../src/background/pages/handlers";
import { callPage, tellPages } from "../src/background/pages/inject";
import { writeLook } from "../src/background/pages/look";
import { allowSite, forgetSite, readSites } from "../src/background/pages/receipts";
import { registerResident } from "../src/background/pages/registration";
import { changePageSettings, readPageSettings } from "../src/background/pages/stored-settings";
import { forgetLog, readLog } from "../src/background/sent-log";
import { beginSignIn, followTab } from "../src/background/sign-in";
import { signOut } from "../src/background/sign-out";
import { FETCH_PORT, type Handlers, UNTRUSTED_EVENT } from "../src/messages";
import { STREAM_PORT } from "../src/page-features/page-messages";
import { readSettings } from "../src/page-features/settings";
import { forgetPowerups } from "../src/powerups/kept-powerups";

const handlers: Handlers = {
  "panel→background: connection": shownConnection,
  "panel→background: use server": ({ addresses }) => useServer(addresses),
  "panel→background: sign in": async ({ deviceName }) => {
    await beginSignIn(deviceName);
    return null;
  },
  "panel→background: sign out": async () => {
    await signOut();
    return null;
  },
  "panel→background: session ended": async () => {
    await writeConnection({ token: null, refusal: "ended" });
    return null;
  },
  "panel→background: log": readLog,
  "panel→background: forget log": async () => {
    await forgetLog();
    return null;
  },
  "panel→background: sites": readSites,
  "panel→background: allow site": async (site) => {
    await allowSite(site);
    return null;
  },
  "panel→background: forget site": async ({ host }) => {
    await forgetSite(host);
    return null;
  },
  "panel→background: actions changed": async () => {
    forgetActions();
    await forgetPowerups();
    void adaptMenus();
    return null;
  },
  "panel→background: look": async (look) => {
    await writeLook(look);
    return null;
  },
  "panel→background: translate page": async ({ tabId }) => {
    await callPage(tabId, { feature: "translation", what: "toggle" });
    return null;
  },
  "panel→background: errand": ({ windowId }) => takeErrand(windowId),
  "panel→background: page settings": readPageSettings,
  "panel→background: change page settings": async (wanted) => {
    await changePageSettings(() => readSettings(wanted));
    await registerResident();
    return null;
  },
};

export default defineBackground(() => {
  void closeStorage();
  browser.runtime.onMessage.addListener((envelope, sender, respond) => {
    const answer = isForPages(envelope)
      ? answerPage(PAGE_HANDLERS, envelope, pageSender(sender, browser.runtime.id))
      : answerMessage(handlers, envelope, isOurPage(sender));
    void answer.then(respond);
    // The response is asynchronous.
    return true;
  });
  browser.runtime.onConnect.addListener((port) => {
    if (port.name === FETCH_PORT && isOurPage(port.sender)) return serveFetch(port);
    if (port.name.startsWith(STREAM_PORT))
      return servePageStream(PAGE_STREAMS, port, pageSender(port.sender, browser.runtime.id));
    port.postMessage({ error: UNTRUSTED_EVENT });
    port.disconnect();
  });
  // Messages of other extensions are always rejected.
  browser.runtime.onMessageExternal.addListener((_message, _sender, respond) => {
    respond({ error: UNTRUSTED_EVENT });
  });
  browser.runtime.onConnectExternal.addListener((port) => {
    port.postMessage({ error: UNTRUSTED_EVENT });
    port.disconnect();
  });
  browser.tabs.onUpdated.addListener((tabId, change) => void followTab(tabId, change.url));
  openPanelByAction();
  watchMenus();
  watchCommands();
  watchOmnibox();
  setUpPages();
});

/** Sets up in-page features and notifies pages of changes. */
function setUpPages(): void {
  browser.runtime.onInstalled.addListener(() => {
    void registerResident();
    void makeMenus();
  });
  browser.runtime.onStartup.addListener(() => void registerResident());
  browser.permissions.onAdded.addListener(() => void registerResident());
  browser.permissions.onRemoved.addListener(() => void registerResident());
  browser.storage.local.onChanged.addListener(({ connection, look }) => {
    if (!look && !(connection && isAnotherSession(connection))) return;
    forgetActions();
    // The menu names what the person has, in their language.
    void forgetPowerups().then(look ? makeMenus : adaptMenus);
    void tellPages();
  });
}

/**
 * Opens and closes the panel on a click on the button, or its shortcut. Chrome could do that itself, but then
 * the panel may not read the page: only a click event grants `activeTab`.
 */
function openPanelByAction(): void {
  void browser.sidePanel?.setPanelBehavior({ openPanelOnActionClick: false });
  browser.action.onClicked.addListener(({ id }) => {
    const sidebar = (browser as unknown as { sidebarAction?: { toggle(): Promise<void> } }).sidebarAction;
    if (sidebar) void sidebar.toggle();
    else if (id !== undefined) void openPanel(id, { kind: "button", pressedAt: Date.now() });
  });
}

/** Returns true if somebody signed in or out, or the server changed. Other changes do not affect pages. */
function isAnotherSession({ oldValue, newValue }: { oldValue?: unknown; newValue?: unknown }): boolean {
  const who = (value: unknown) => {
    const { server, token } = (value ?? {}) as Partial<Stored>;
    return JSON.stringify([server, token]);
  };
  return who(oldValue) !== who(newValue);
}
