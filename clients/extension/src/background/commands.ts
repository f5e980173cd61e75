import { browser } from "wxt/browser";
import type { PageCall } from "../page-features/feature";
import { switchedOff } from "../page-features/settings";
import { hostOfPage } from "../server-address";
import { openPanel } from "./open-panel";
import { callPage } from "./pages/inject";
import { readPageSettings } from "./pages/stored-settings";

/**
 * Calls by keyboard command, as named in the manifest. `_execute_action`, which opens the panel, needs no
 * entry.
 */
const COMMANDS: Readonly<Record<string, PageCall>> = {
  "quick-panel": { feature: "selection", what: "ask" },
  "translate-page": { feature: "translation", what: "toggle" },
};

export function watchCommands(): void {
  browser.commands.onCommand.addListener((command, tab) => {
    const call = COMMANDS[command];
    const tabId = tab?.id;
    if (!call || tabId === undefined) return;
    // On pages closed to extensions, opens the panel; at once, while the browser counts the key as a user
    // action.
    if (hostOfPage(tab?.url) === null) return void openPanel(tabId, null);
    void run(call, tabId, hostOfPage(tab?.url)).catch((error: unknown) => {
      console.warn("the page is closed to the extension", error);
      return openPanel(tabId, null);
    });
  });
}

/** Runs a command unless its feature is switched off on the page, where the keys are the page's own. */
async function run(call: PageCall, tabId: number, host: string | null): Promise<void> {
  if (!switchedOff(await readPageSettings(), host, call.feature)) await callPage(tabId, call);
}
