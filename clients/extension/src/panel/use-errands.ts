import { PLACES } from "@ensemble/blocks/places";
import { POWERUP_PLACES } from "@ensemble/feature-powerups/places";
import { useEffect, useEffectEvent } from "react";
import { browser } from "wxt/browser";
import type { PanelErrand } from "../messages";
import { askBackground } from "./ask-background";
import { readTab } from "./page/page-store";
import { PANEL_SETTINGS } from "./places";

/** Runs the task that the panel was opened for, from a page or a menu: on opening, and while it is open. */
export function useErrands(navigate: (path: string) => void): void {
  const run = useEffectEvent((errand: PanelErrand | null) => {
    if (errand?.kind === "chat") navigate(PLACES.chat(errand.conversationId));
    if (errand?.kind === "settings") navigate(PANEL_SETTINGS);
    if (errand?.kind === "powerup")
      navigate(errand.id === null ? POWERUP_PLACES.all : POWERUP_PLACES.one(errand.id));
    if (errand?.kind === "read page") {
      navigate(PLACES.newChat);
      void readTab();
    }
    // The panel opened by the click is younger.
    if (errand?.kind === "button" && performance.timeOrigin < errand.pressedAt) window.close();
  });
  useEffect(() => {
    const here = browser.windows.getCurrent().then(({ id = browser.windows.WINDOW_ID_NONE }) => id);
    const take = async () => run(await askBackground("panel→background: errand", { windowId: await here }));
    const listen = async (message: unknown, sender: { id?: string }) => {
      const { name, windowId } = (message ?? {}) as { name?: string; windowId?: number };
      if (sender.id !== browser.runtime.id || name !== "background→panel: errand") return;
      // Another window's panel handles it.
      if (windowId === (await here)) await take();
    };
    const hear = (message: unknown, sender: { id?: string }) => void listen(message, sender);
    void take();
    if (location.hash === "#settings") run({ kind: "settings" });
    const [, powerup] = /^#powerup-([\w-]*)$/.exec(location.hash) ?? [];
    if (powerup !== undefined) run({ kind: "powerup", id: powerup || null });
    browser.runtime.onMessage.addListener(hear);
    return () => browser.runtime.onMessage.removeListener(hear);
  }, []);
}
