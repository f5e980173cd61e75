import { browser } from "wxt/browser";
import { inTurn } from "../in-turn";
import type { SentEntry, SentPage } from "../messages";

const KEY = "sent";
/** Enough to see what a week sent; the oldest goes first. */
const KEPT = 500;

const writing = inTurn();

export async function readLog(): Promise<readonly SentEntry[]> {
  const stored = await browser.storage.local.get(KEY);
  return (stored[KEY] as SentEntry[] | undefined) ?? [];
}

/** Notes what leaves, before it does: the newest first. Stays in this browser. */
export function noteSent({ path, bytes }: { path: string; bytes: number }): Promise<void> {
  return change((log) => [{ at: Date.now(), path, bytes, page: null }, ...log].slice(0, KEPT));
}

/** The same for what an address carries. Asked again and again, as while somebody types, it is one line with all bytes. */
export function noteAsked({ path, bytes }: { path: string; bytes: number }): Promise<void> {
  return change(([newest, ...older]) => {
    const entry: SentEntry = { at: Date.now(), path, bytes, page: null };
    if (!newest) return [entry];
    if (newest.path !== path || newest.page) return [entry, newest, ...older].slice(0, KEPT);
    return [{ ...entry, bytes: newest.bytes + bytes }, ...older];
  });
}

/** Says of the newest request to `path` which page it was of. */
export function notePage(page: SentPage, path: string): Promise<void> {
  return change((log) => {
    const newest = log.findIndex((entry) => entry.path.startsWith(path));
    return log.map((entry, index) => (index === newest ? { ...entry, page } : entry));
  });
}

export const forgetLog = (): Promise<void> => change(() => []);

/** One change after the other: two at once would lose one. */
function change(next: (log: readonly SentEntry[]) => readonly SentEntry[]): Promise<void> {
  return writing(async () => browser.storage.local.set({ [KEY]: next(await readLog()) }));
}
