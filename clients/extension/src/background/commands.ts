import { browser } from "wxt/browser";
import { openPanel } from "./open-panel";
import { callPage } from "./pages/inject";

/** What a key does, by the names in the manifest. `_execute_action` opens the panel by itself. A line for each. */
const COMMANDS: Readonly<Record<string, (tabId: number) => Promise<void>>> = {
  "quick-panel": (tabId) => callPage(tabId, { feature: "selection", what: "ask" }),
  "translate-page": (tabId) => callPage(tabId, { feature: "translation", what: "toggle" }),
};

export function watchCommands(): void {
  browser.commands.onCommand.addListener((command, tab) => {
    const run = COMMANDS[command];
    const tabId = tab?.id;
    if (!run || tabId === undefined) return;
    void run(tabId).catch((error: unknown) => {
      console.warn("the page is closed to the extension", error);
      return openPanel(tabId, null);
    });
  });
}
