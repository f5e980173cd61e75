import { drop, inTable, put, readAll, readOne } from "@ensemble/blocks/device-store";

/** Offline copy of a conversation. */
export interface Kept<Value> {
  account: string;
  id: string;
  value: Value;
  opened_at: number;
  kept_at: string;
  /** Approximate size. */
  size: number;
}

/** Number of recently opened conversations that can be read offline. */
export const KEPT_MAX = 50;
/** Maximum characters of all copies together, and of one. */
export const KEPT_MAX_CHARS = 12_000_000;
export const KEPT_ONE_MAX_CHARS = 3_000_000;

const keyOf = (account: string, id: string) => `${account}/${id}`;

/** Stores an open conversation; the ones opened longest ago are dropped. */
export async function keepConversation<Value>(
  account: string,
  id: string,
  value: Value,
  now: number = Date.now(),
): Promise<void> {
  const size = JSON.stringify(value).length;
  if (size > KEPT_ONE_MAX_CHARS) return;
  const kept: Kept<Value> = {
    account,
    id,
    value,
    opened_at: now,
    kept_at: new Date(now).toISOString(),
    size,
  };
  await put("conversations", keyOf(account, id), kept);
  for (const old of tooMany(await readAll<Kept<unknown>>("conversations"))) {
    await drop("conversations", keyOf(old.account, old.id));
  }
}

/**
 * Returns the conversations to drop, beyond the maximum number or size, starting from the most recently
 * opened one.
 */
export function tooMany<One extends Pick<Kept<unknown>, "opened_at" | "size">>(all: readonly One[]): One[] {
  let size = 0;
  return [...all]
    .sort((a, b) => b.opened_at - a.opened_at)
    .filter((kept, index) => {
      size += kept.size;
      return index >= KEPT_MAX || size > KEPT_MAX_CHARS;
    });
}

export const keptConversation = <Value>(account: string, id: string): Promise<Kept<Value> | undefined> =>
  readOne<Kept<Value>>("conversations", keyOf(account, id));

/** Removes a deleted conversation. */
export const forgetConversation = (account: string, id: string): Promise<unknown> =>
  drop("conversations", keyOf(account, id));

/** Removes the conversations of everybody but `account`; of everybody if nobody is signed in. */
export async function forgetOthers(account: string | null): Promise<void> {
  await inTable("conversations", "readwrite", (store) => {
    if (account === null) return store.clear();
    store.openKeyCursor().onsuccess = ({ target }) => {
      const cursor = (target as IDBRequest<IDBCursor | null>).result;
      if (!cursor) return;
      if (!String(cursor.key).startsWith(`${account}/`)) store.delete(cursor.key);
      cursor.continue();
    };
    return undefined;
  });
}
