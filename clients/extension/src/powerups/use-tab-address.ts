import { useEffect, useState } from "react";
import { browser } from "wxt/browser";
import { currentTab } from "../panel/page/page-store";

/** Returns the address of the page beside the panel; null: the browser does not reveal it; undefined: not known yet. */
export function useTabAddress(): string | null | undefined {
  const [address, setAddress] = useState<string | null>();
  useEffect(() => {
    let newest = 0;
    const look = async () => {
      newest += 1;
      const mine = newest;
      const tab = await currentTab();
      if (mine === newest) setAddress(tab?.url ?? null);
    };
    const updated = (_tabId: number, change: { url?: string; status?: string }) => {
      if (change.url !== undefined || change.status !== undefined) void look();
    };
    void look();
    browser.tabs.onActivated.addListener(look);
    browser.tabs.onUpdated.addListener(updated);
    browser.permissions.onAdded.addListener(look);
    return () => {
      newest = -1;
      browser.tabs.onActivated.removeListener(look);
      browser.tabs.onUpdated.removeListener(updated);
      browser.permissions.onAdded.removeListener(look);
    };
  }, []);
  return address;
}
