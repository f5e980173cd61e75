import { browser } from "wxt/browser";
import { openPanel } from "../background/open-panel";
import { nothing, type PageHandler } from "../background/pages/answer-page";
import { powerupsOn } from "./kept-powerups";
import type { PowerupMessages } from "./messages";

type Handlers = { [Name in keyof PowerupMessages]: PageHandler<Name> };

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Handlers of the messages about PowerUPs. */
export const POWERUP_HANDLERS: Handlers = {
  "page→background: powerups": {
    check: nothing,
    // The page does not say which one it is: the browser does.
    answer: async (_, { tabId }) => powerupsOn((await browser.tabs.get(tabId)).url),
  },
  "page→background: open powerup": {
    check: (sent) => {
      const { id } = (sent ?? {}) as Record<string, unknown>;
      return typeof id === "string" && UUID.test(id) ? { id } : null;
    },
    answer: async ({ id }, { tabId }) => {
      await openPowerup(tabId, id);
      return null;
    },
  },
};

/** Opens the panel beside a tab at a PowerUP, or at their list; in a tab where the browser opens none. */
export async function openPowerup(tabId: number, id: string | null): Promise<void> {
  const opened = await openPanel(tabId, { kind: "powerup", id });
  if (!opened) await browser.tabs.create({ url: `${location.origin}/sidepanel.html#powerup-${id ?? ""}` });
}
