/** Files that are being uploaded, kept over a reload of the page until the server has all of them. */
export interface KeptFiles {
  keep(id: string, file: Blob): Promise<void>;
  /** Null when the browser has forgotten it, or never kept it. */
  find(id: string): Promise<Blob | null>;
  drop(id: string): Promise<void>;
}

const NAME = "ensemble-uploads";
const STORE = "files";

/** The browser's database. Where it is forbidden, a reload loses what has not been sent: the tray says so. */
export function browserFiles(): KeptFiles {
  return {
    keep: (id, file) => attempt((store) => store.put(file, id), undefined),
    find: (id) => attempt<Blob | null>((store) => store.get(id), null),
    drop: (id) => attempt((store) => store.delete(id), undefined),
  };
}

/** Files that go with the page: for tests. */
export function memoryFiles(): KeptFiles {
  const files = new Map<string, Blob>();
  return {
    keep: async (id, file) => void files.set(id, file),
    find: async (id) => files.get(id) ?? null,
    drop: async (id) => void files.delete(id),
  };
}

async function attempt<T>(work: (store: IDBObjectStore) => IDBRequest, otherwise: T): Promise<T> {
  try {
    const database = await settled<IDBDatabase>(open());
    try {
      const store = database.transaction(STORE, "readwrite").objectStore(STORE);
      return ((await settled(work(store))) as T | undefined) ?? otherwise;
    } finally {
      database.close();
    }
  } catch {
    // Private windows forbid it, and disks are full.
    return otherwise;
  }
}

function open(): IDBOpenDBRequest {
  const request = indexedDB.open(NAME, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(STORE);
  return request;
}

const settled = <T>(request: IDBRequest): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result as T);
    request.onerror = () => reject(request.error ?? new Error("the browser's database failed"));
  });
