/**
 * Table of the browser's IndexedDB store, for data beyond `host.storage`; read by pages and the service
 * worker.
 */
export type DeviceTable = "conversations" | "outbox" | "shared" | "choices";

const NAME = "ensemble-device";
const TABLES: readonly DeviceTable[] = ["conversations", "outbox", "shared", "choices"];

/**
 * Runs one operation on a table; resolves when it is on disk. Rejects if the browser forbids storage (private
 * windows) or has no space.
 */
export async function inTable<T>(
  table: DeviceTable,
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<T> | undefined,
): Promise<T | undefined> {
  const database = await settled(open());
  try {
    const transaction = database.transaction(table, mode, { durability: "strict" });
    const request = work(transaction.objectStore(table));
    await new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error ?? new Error("the browser's database failed"));
    });
    return request?.result;
  } finally {
    database.close();
  }
}

/** Returns all values of a table in the order of their keys. */
export const readAll = async <T>(table: DeviceTable): Promise<T[]> =>
  ((await inTable(table, "readonly", (store) => store.getAll())) as T[] | undefined) ?? [];

export const readOne = async <T>(table: DeviceTable, key: IDBValidKey): Promise<T | undefined> =>
  (await inTable(table, "readonly", (store) => store.get(key))) as T | undefined;

export const put = (table: DeviceTable, key: IDBValidKey, value: unknown): Promise<unknown> =>
  inTable(table, "readwrite", (store) => store.put(value, key));

export const drop = (table: DeviceTable, key: IDBValidKey): Promise<unknown> =>
  inTable(table, "readwrite", (store) => store.delete(key));

function open(): IDBOpenDBRequest {
  const request = indexedDB.open(NAME, 1);
  request.onupgradeneeded = () => {
    for (const table of TABLES) request.result.createObjectStore(table);
  };
  return request;
}

const settled = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("the browser's database failed"));
  });
