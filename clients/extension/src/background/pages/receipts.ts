import { browser } from "wxt/browser";
import { serialQueue } from "../../serial-queue";
import { Refuse } from "./answer-page";
import { requireRate } from "./rate";

const KEY = "receipts";

/** Returns the hosts approved for sending text, in this browser. */
export async function readSites(): Promise<readonly string[]> {
  const stored = await browser.storage.local.get(KEY);
  const sites: unknown = stored[KEY];
  return Array.isArray(sites) ? sites.filter((site) => typeof site === "string") : [];
}

const writing = serialQueue();

/** Queues changes: concurrent ones would overwrite each other. */
function change(next: (sites: readonly string[]) => readonly string[]): Promise<void> {
  return writing(async () => browser.storage.local.set({ [KEY]: next(await readSites()) }));
}

export const allowSite = (host: string): Promise<void> =>
  change((sites) => [...new Set([...sites, host])].sort());

export const forgetSite = (host: string): Promise<void> =>
  change((sites) => sites.filter((site) => site !== host));

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
