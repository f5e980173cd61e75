import { inLanguage } from "@ensemble/feature-powerups/in-language";
import type { Powerup, Sites } from "@ensemble/feature-powerups/operations";
import { runsOnPage } from "@ensemble/feature-powerups/sites/sites";
import { browser } from "wxt/browser";
import { askJson } from "../background/ask-json";
import { readConnection } from "../background/connection";
import { readLook } from "../background/pages/look";
import type { OfferedPowerup } from "./messages";

const KEY = "powerups";
/** Time after which the list is asked for again, if no panel heard of a change. */
const KEPT_MS = 600_000;
/** Time in which a server that did not answer is not asked again: menus change with each tab. */
const FAILED_MS = 60_000;
/** Number of PowerUPs that are offered on a page; the panel lists all. */
const OFFERED_MAX = 12;

interface Kept {
  at: number;
  items: readonly (OfferedPowerup & { sites: Sites })[];
}

/** Returns the person's own and favorite PowerUPs that run on a page. The address stays in the browser. */
export async function powerupsOn(address: string | undefined): Promise<readonly OfferedPowerup[]> {
  if (!address || !/^https?:/.test(address)) return [];
  const here = (await keptPowerups()).filter(({ sites }) => runsOnPage(sites, address));
  return here.slice(0, OFFERED_MAX).map(({ id, name, icon }) => ({ id, name, icon }));
}

/** Counts invalidations, so that a response requested before one is not kept: it may be another person's. */
let forgotten = 0;
let failure: { at: number; error: unknown } | null = null;

/** Forgets the list: after signing in or out, and when the server reports a change. */
export function forgetPowerups(): Promise<void> {
  forgotten += 1;
  failure = null;
  return browser.storage.session.remove(KEY);
}

async function keptPowerups(): Promise<Kept["items"]> {
  const stored = await browser.storage.session.get(KEY);
  const kept = stored[KEY] as Kept | undefined;
  if (kept && Date.now() - kept.at < KEPT_MS) return kept.items;
  if (failure && Date.now() - failure.at < FAILED_MS) throw failure.error;
  const asked = forgotten;
  try {
    const items = await askForPowerups();
    if (asked !== forgotten) return [];
    await browser.storage.session.set({ [KEY]: { at: Date.now(), items } satisfies Kept });
    return items;
  } catch (error) {
    if (asked === forgotten) failure = { at: Date.now(), error };
    throw error;
  }
}

async function askForPowerups(): Promise<Kept["items"]> {
  const [{ token }, { locale }] = await Promise.all([readConnection(), readLook()]);
  if (token === null) return [];
  const lists = await Promise.all(
    ["mine", "favorites"].map((of) => askJson<{ items: Powerup[] }>("GET", `/api/powerups?of=${of}`)),
  );
  const all = new Map(lists.flatMap(({ items }) => items).map((powerup) => [powerup.id, powerup]));
  return [...all.values()].map(({ id, definition }) => {
    const { name, icon, sites } = inLanguage(definition, locale);
    return { id, name, icon, sites };
  });
}
