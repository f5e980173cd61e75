import type { EditorDocument } from "../model/document";
import { assetsInUse, type Edited } from "../model/history";
import { checkDocument, UnreadableDocument } from "../model/parse";
import { DATABASE } from "./forget-edited-pictures";

/** Document on this device, with what can be undone. */
export interface StoredDocument {
  edited: Edited;
  original: EditorDocument;
  revision: number;
  saved_at: number;
}

/** Document that was found, with the pictures that it needs. */
export interface Found {
  stored: StoredDocument;
  blobs: Map<string, Blob>;
  /** True if a page closed before it could compare revisions. */
  isClosing: boolean;
}

/** Another tab has written the document since it was read. */
export class RevisionConflict extends Error {
  readonly revision: number;
  constructor(revision: number) {
    super(`the document has revision ${revision} by now`);
    this.revision = revision;
  }
}

/** Number of documents that a device keeps: the ones edited last. */
export const KEPT_DOCUMENTS_MAX = 20;

const DOCUMENTS = "documents";
const ASSETS = "assets";
/** Versions of pages that closed before they could compare revisions. */
const CLOSING = "closing";

/** Documents of the image editor in the browser's database. A connection stays open while a document is. */
export class DocumentStorage {
  readonly #database: IDBDatabase;

  static async open(factory: IDBFactory = indexedDB): Promise<DocumentStorage> {
    const request = factory.open(DATABASE, 1);
    request.onupgradeneeded = () => {
      for (const name of [DOCUMENTS, ASSETS, CLOSING]) request.result.createObjectStore(name);
    };
    return new DocumentStorage(await settled(request));
  }

  private constructor(database: IDBDatabase) {
    this.#database = database;
    // A newer version of the editor in another tab must not wait for this one.
    database.onversionchange = () => database.close();
  }

  /**
   * Returns a document with its pictures; null if there is none that this editor can read. The version of a page
   * that closed comes first: it has the revision that it was based on, and `isClosing`.
   */
  async read(key: string): Promise<Found | null> {
    const transaction = this.#database.transaction([DOCUMENTS, ASSETS, CLOSING]);
    const closing = await documentIn(transaction, CLOSING, key);
    const stored = closing ?? (await documentIn(transaction, DOCUMENTS, key));
    if (!stored || !isReadable(stored)) return null;
    const assets = transaction.objectStore(ASSETS);
    const blobs = new Map<string, Blob>();
    for (const id of assetsInUse(stored.edited)) {
      const blob = (await settled(assets.get(assetKey(key, id)))) as Blob | undefined;
      if (blob) blobs.set(id, blob);
    }
    return { stored, blobs, isClosing: closing !== undefined };
  }

  /** Removes the version of a page that closed. */
  async dropClosing(key: string): Promise<void> {
    const transaction = this.#database.transaction(CLOSING, "readwrite");
    transaction.objectStore(CLOSING).delete(key);
    await finished(transaction);
  }

  /** Returns the revision that is stored; 0 without a document. */
  async revisionOf(key: string): Promise<number> {
    const documents = this.#database.transaction(DOCUMENTS).objectStore(DOCUMENTS);
    return ((await settled(documents.get(key))) as StoredDocument | undefined)?.revision ?? 0;
  }

  /**
   * Writes the version of a page that closes, beside the stored one: nobody is left to compare revisions when the
   * answer comes. Whoever opens the document next does.
   */
  writeClosing(key: string, document: StoredDocument, blobs: [string, Blob][]): void {
    const transaction = this.#database.transaction([ASSETS, CLOSING], "readwrite");
    transaction.objectStore(CLOSING).put(document, key);
    for (const [id, blob] of blobs) transaction.objectStore(ASSETS).put(blob, assetKey(key, id));
    // Without it, the transaction ends with the page instead of being written.
    transaction.commit();
  }

  /**
   * Writes a document if it still has the revision that it was read with, and returns the next revision. Throws
   * `RevisionConflict` otherwise.
   */
  write(key: string, document: Omit<StoredDocument, "revision">, revision: number, blobs: [string, Blob][]) {
    const transaction = this.#database.transaction([DOCUMENTS, ASSETS, CLOSING], "readwrite");
    const documents = transaction.objectStore(DOCUMENTS);
    const assets = transaction.objectStore(ASSETS);
    let conflict: RevisionConflict | null = null;
    const before = documents.get(key);
    before.onsuccess = () => {
      const found = (before.result as StoredDocument | undefined)?.revision ?? 0;
      if (found !== revision) {
        conflict = new RevisionConflict(found);
        transaction.abort();
        return;
      }
      documents.put({ ...document, revision: revision + 1 } satisfies StoredDocument, key);
      transaction.objectStore(CLOSING).delete(key);
      for (const [id, blob] of blobs) assets.put(blob, assetKey(key, id));
    };
    return new Promise<number>((resolve, reject) => {
      transaction.oncomplete = () => resolve(revision + 1);
      transaction.onabort = () =>
        reject(conflict ?? transaction.error ?? new Error("the browser's database failed"));
    });
  }

  /** Removes documents: all for which `goes` returns true by their key. */
  async remove(goes: (key: string) => boolean): Promise<void> {
    const tables = [DOCUMENTS, ASSETS, CLOSING];
    const transaction = this.#database.transaction(tables, "readwrite");
    for (const name of tables) {
      const table = transaction.objectStore(name);
      for (const found of await settled(table.getAllKeys())) {
        const key = String(found);
        if (goes(name === ASSETS ? key.slice(0, key.lastIndexOf("/")) : key)) table.delete(found);
      }
    }
    await finished(transaction);
  }

  /** Removes the documents that were edited longest ago, beyond the number that is kept. */
  async removeOld(keep: string): Promise<void> {
    const documents = this.#database.transaction(DOCUMENTS).objectStore(DOCUMENTS);
    const keys = (await settled(documents.getAllKeys())).map(String);
    const times = await Promise.all(
      keys.map(async (key) => ((await settled(documents.get(key))) as StoredDocument).saved_at),
    );
    const order = keys
      .map((key, index) => ({ key, at: key === keep ? Infinity : (times[index] ?? 0) }))
      .sort((one, other) => other.at - one.at);
    const old = new Set(order.slice(KEPT_DOCUMENTS_MAX).map(({ key }) => key));
    if (old.size > 0) await this.remove((key) => old.has(key));
  }

  /** Removes pictures of a document that no step of any of its versions needs any more. */
  async removeUnused(key: string): Promise<void> {
    const transaction = this.#database.transaction([DOCUMENTS, ASSETS, CLOSING], "readwrite");
    const used = new Set<string>();
    for (const name of [DOCUMENTS, CLOSING]) {
      const version = await documentIn(transaction, name, key);
      for (const id of version ? assetsInUse(version.edited) : []) used.add(id);
    }
    const table = transaction.objectStore(ASSETS);
    for (const found of await settled(table.getAllKeys())) {
      const name = String(found);
      const id = name.slice(name.lastIndexOf("/") + 1);
      if (name === assetKey(key, id) && !used.has(id)) table.delete(found);
    }
    await finished(transaction);
  }

  close(): void {
    this.#database.close();
  }
}

const documentIn = async (transaction: IDBTransaction, table: string, key: string) =>
  (await settled(transaction.objectStore(table).get(key))) as StoredDocument | undefined;

const assetKey = (key: string, id: string) => `${key}/${id}`;

function isReadable({ edited, original }: StoredDocument): boolean {
  try {
    checkDocument(edited.document);
    checkDocument(original);
    return true;
  } catch (error) {
    if (error instanceof UnreadableDocument) return false;
    throw error;
  }
}

const settled = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("the browser's database failed"));
  });

const finished = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new Error("the browser's database failed"));
  });
