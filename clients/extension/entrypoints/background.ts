import { browser } from "wxt/browser";
import { defineBackground } from "wxt/utils/define-background";
import { answerMessage } from "../src/background/answer";
import { closeStorage, shownConnection, writeConnection } from "../src/background/connection";
import { useServer } from "../src/background/find-server";
import { askServer, isOurPage, serveFetch } from "../src/background/network";
import { forgetLog, notePage, readLog } from "../src/background/sent-log";
import { beginSignIn, followTab } from "../src/background/sign-in";
import { FETCH_PORT, type Handlers, UNTRUSTED_EVENT } from "../src/messages";

const handlers: Handlers = {
  "panel→background: connection": shownConnection,
  "panel→background: use server": ({ origin }) => useServer(origin),
  "panel→background: sign in": async ({ deviceName }) => {
    await beginSignIn(deviceName);
    return null;
  },
  "panel→background: sign out": async () => {
    const ask = { method: "POST", path: "/api/accounts/sign-out", headers: JSON_TYPE, body: btoa("{}") };
    // Without a network the server hears of it when the session is used no more.
    await askServer(ask).catch(() => undefined);
    await writeConnection({ token: null, refusal: null });
    return null;
  },
  "panel→background: session ended": async () => {
    await writeConnection({ token: null, refusal: "ended" });
    return null;
  },
  "panel→background: log": readLog,
  "panel→background: note page": async (page) => {
    await notePage(page);
    return null;
  },
  "panel→background: forget log": async () => {
    await forgetLog();
    return null;
  },
};

const JSON_TYPE = { "content-type": "application/json" };

export default defineBackground(() => {
  void closeStorage();
  browser.runtime.onMessage.addListener((envelope, sender, respond) => {
    void answerMessage(handlers, envelope, isOurPage(sender)).then(respond);
    // The answer comes later.
    return true;
  });
  browser.runtime.onConnect.addListener((port) => {
    if (port.name === FETCH_PORT && isOurPage(port.sender)) return serveFetch(port);
    port.postMessage({ error: UNTRUSTED_EVENT });
    port.disconnect();
  });
  // Other extensions may knock; nobody outside is let in.
  browser.runtime.onMessageExternal.addListener((_message, _sender, respond) => {
    respond({ error: UNTRUSTED_EVENT });
  });
  browser.runtime.onConnectExternal.addListener((port) => {
    port.postMessage({ error: UNTRUSTED_EVENT });
    port.disconnect();
  });
  browser.tabs.onUpdated.addListener((tabId, change) => void followTab(tabId, change.url));
  openPanelByAction();
});

/** A click on the button opens the panel: Chrome does so by itself, Firefox when it is told to in the click. */
function openPanelByAction(): void {
  if (browser.sidePanel) {
    void browser.sidePanel.setPanelBehavior({ openPanelOnActionClick: true });
    return;
  }
  browser.action.onClicked.addListener(() => {
    const sidebar = (browser as unknown as { sidebarAction?: { toggle(): Promise<void> } }).sidebarAction;
    void sidebar?.toggle();
  });
}
