/** Storage for files during their upload, which survives a reload. */
export interface KeptFiles {
  keep(id: string, file: Blob): Promise<void>;
  /** Returns the file; null if the browser does not have it. */
  find(id: string): Promise<Blob | null>;
  drop(id: string): Promise<void>;
}

const NAME = "ensemble-uploads";
const STORE = "files";

/**
 * Storage in the browser's database. If it is unavailable, a reload loses unsent files, which the tray shows.
 */
export function browserFiles(): KeptFiles {
  return {
    keep: (id, file) => attempt((store) => store.put(file, id), undefined),
    find: (id) => attempt<Blob | null>((store) => store.get(id), null),
    drop: (id) => attempt((store) => store.delete(id), undefined),
  };
}

/** In-memory storage for tests. */
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
    // Private windows forbid it, and disks can be full.
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
