import { browser } from "wxt/browser";
import { serialQueue } from "../../serial-queue";
import { Refuse } from "./answer-page";
import { requireRate } from "./rate";

const KEY = "receipts";

/** Returns the hosts approved for sending text: in this browser, and in its private windows until it ends. */
export async function readSites(): Promise<readonly string[]> {
  const areas = [browser.storage.local, browser.storage.session];
  const sites = await Promise.all(areas.map(readIn));
  return [...new Set(sites.flat())].sort();
}

async function readIn(area: Area): Promise<readonly string[]> {
  const stored = await area.get(KEY);
  const sites: unknown = stored[KEY];
  return Array.isArray(sites) ? sites.filter((site) => typeof site === "string") : [];
}

type Area = Pick<typeof browser.storage.local, "get" | "set">;

const writing = serialQueue();

/** Queues changes: concurrent ones would overwrite each other. */
function change(area: Area, next: (sites: readonly string[]) => readonly string[]): Promise<void> {
  return writing(async () => area.set({ [KEY]: next(await readIn(area)) }));
}

/** Approves a site; one in a private window is never written to the disk. */
export const allowSite = ({ host, isPrivate }: { host: string; isPrivate: boolean }): Promise<void> =>
  change(isPrivate ? browser.storage.session : browser.storage.local, (sites) =>
    [...new Set([...sites, host])].sort(),
  );

export async function forgetSite(host: string): Promise<void> {
  for (const area of [browser.storage.local, browser.storage.session])
    await change(area, (sites) => sites.filter((site) => site !== host));
}

/** Refuses requests until the person has approved the site, and tabs with too many requests. */
export async function requireLeave(
  sender: { host: string; tabId: number },
  kind: "ask" | "translate" = "ask",
): Promise<void> {
  await requireReceipt(sender);
  requireRate(sender, kind);
}

/** Refuses requests until the person has approved the site. */
export async function requireReceipt({ host }: { host: string }): Promise<void> {
  if (!(await readSites()).includes(host)) throw new Refuse("receipt_needed");
}
