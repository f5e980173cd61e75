import { browser } from "wxt/browser";
import type { SentBefore, SentEntry, SentLog, SentPage } from "../messages";
import { serialQueue } from "../serial-queue";

const KEY = "sent";
const BEFORE_KEY = "sent before";
/** Number of log entries, enough for a week; older ones are summed per site. */
const KEPT = 500;

const writing = serialQueue();

export async function readLog(): Promise<SentLog> {
  const stored = await browser.storage.local.get([KEY, BEFORE_KEY]);
  return {
    entries: (stored[KEY] as SentEntry[] | undefined) ?? [],
    before: (stored[BEFORE_KEY] as SentBefore[] | undefined) ?? [],
  };
}

/** Returns the size of an address's query string in bytes. */
export const bytesAsked = ({ search }: URL): number => new TextEncoder().encode(search.slice(1)).byteLength;

/** Outgoing request: destination, size and the page it is about. */
export interface Leaving {
  path: string;
  bytes: number;
  page?: SentPage | null;
}

const entryOf = ({ path, bytes, page = null }: Leaving): SentEntry => ({
  at: Date.now(),
  path,
  bytes,
  requests: 1,
  page: page?.isPrivate ? null : page,
});

/** Logs a request before it is sent, newest first. Stays in this browser. */
export const noteSent = (leaving: Leaving): Promise<void> =>
  change(({ entries, before }) => ({ entries: [entryOf(leaving), ...entries], before }));

/** Logs a request with a query. Repeated ones, such as while typing, share one entry with the total bytes. */
export const noteAsked = (leaving: Leaving): Promise<void> =>
  change(({ entries: [newest, ...older], before }) => {
    const entry = entryOf(leaving);
    if (!newest) return { entries: [entry], before };
    if (newest.path !== entry.path || newest.page || entry.page)
      return { entries: [entry, newest, ...older], before };
    const both = {
      ...entry,
      bytes: newest.bytes + entry.bytes,
      requests: requestsOf(newest) + 1,
    };
    return { entries: [both, ...older], before };
  });

export const forgetLog = (): Promise<void> => change(() => ({ entries: [], before: [] }));

/** Queues changes: concurrent ones would overwrite each other. */
function change(next: (log: SentLog) => SentLog): Promise<void> {
  return writing(async () => {
    const { entries, before } = next(await readLog());
    const fallen = entries.slice(KEPT);
    await browser.storage.local.set({
      [KEY]: entries.slice(0, KEPT),
      [BEFORE_KEY]: fallen.reduce(addTo, before),
    });
  });
}

/** Adds a dropped log entry to the totals, so that no request disappears without a trace. */
function addTo(before: readonly SentBefore[], entry: SentEntry): readonly SentBefore[] {
  const host = entry.page?.host ?? null;
  const known = before.find((one) => one.host === host);
  const others = before.filter((one) => one !== known);
  const { requests, bytes } = known ?? { requests: 0, bytes: 0 };
  const sum = { host, requests: requests + requestsOf(entry), bytes: bytes + entry.bytes };
  return [...others, sum];
}

/** Returns the number of requests of an entry; older entries stand for one. */
export const requestsOf = ({ requests = 1 }: { requests?: number }): number => requests;
