import { browser } from "wxt/browser";
import { inTurn } from "../../in-turn";
import { Refuse } from "./answer-page";
import { requireRate } from "./rate";

const KEY = "receipts";

/** The hosts of which a person has let texts go out, in this browser. */
export async function readSites(): Promise<readonly string[]> {
  const stored = await browser.storage.local.get(KEY);
  const sites: unknown = stored[KEY];
  return Array.isArray(sites) ? sites.filter((site) => typeof site === "string") : [];
}

const writing = inTurn();

/** One change after the other: two at once would lose one. */
function change(next: (sites: readonly string[]) => readonly string[]): Promise<void> {
  return writing(async () => browser.storage.local.set({ [KEY]: next(await readSites()) }));
}

export const allowSite = (host: string): Promise<void> =>
  change((sites) => [...new Set([...sites, host])].sort());

export const forgetSite = (host: string): Promise<void> =>
  change((sites) => sites.filter((site) => site !== host));

/** Refuses until the person has seen what leaves this site, and let it; and whoever asks too often. */
export async function requireLeave(
  sender: { host: string; tabId: number },
  kind: "ask" | "translate" = "ask",
): Promise<void> {
  await requireReceipt(sender);
  requireRate(sender, kind);
}

/** Refuses until the person has seen what leaves this site, and let it. */
export async function requireReceipt({ host }: { host: string }): Promise<void> {
  if (!(await readSites()).includes(host)) throw new Refuse("receipt_needed");
}
