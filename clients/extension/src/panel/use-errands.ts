import { PLACES } from "@ensemble/blocks/places";
import { useEffect, useEffectEvent } from "react";
import { browser } from "wxt/browser";
import type { PanelErrand } from "../messages";
import { askBackground } from "./ask-background";
import { readTab } from "./page-store";
import { PANEL_SETTINGS } from "./places";

/** Does what the panel was opened for, from a page or a menu: when it opens, and when it is open already. */
export function useErrands(navigate: (path: string) => void): void {
  const run = useEffectEvent((errand: PanelErrand | null) => {
    if (errand?.kind === "chat") navigate(PLACES.chat(errand.conversationId));
    if (errand?.kind === "settings") navigate(PANEL_SETTINGS);
    if (errand?.kind === "read page") {
      navigate(PLACES.newChat);
      void readTab();
    }
  });
  useEffect(() => {
    const take = () => void askBackground("panel→background: errand").then(run);
    const listen = (message: unknown, sender: { id?: string }) => {
      const { name } = (message ?? {}) as { name?: string };
      if (sender.id === browser.runtime.id && name === "background→panel: errand") take();
    };
    take();
    if (location.hash === "#settings") run({ kind: "settings" });
    browser.runtime.onMessage.addListener(listen);
    return () => browser.runtime.onMessage.removeListener(listen);
  }, []);
}
