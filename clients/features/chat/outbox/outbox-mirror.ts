import { drop, put, readAll } from "@ensemble/blocks/device-store";
import type { NewMessage } from "@ensemble/contract/wire";
import type { KeyValueStore } from "@ensemble/host/host";
import { OUTBOX_PREFIX, type OutboxEntry } from "./outbox";

/*
 * Unsent messages a second time, where the service worker can read them: it sends what is due when the network comes
 * back while no page is open. `host.storage` stays what pages read and write, at once and in step with each other; the
 * mirror is written to the disk before the browser says so, and survives a browser that is killed.
 */

/** Entry of the mirror; `sent` once the service worker has sent it. */
export interface MirroredEntry extends OutboxEntry {
  sent?: { answer_id: string; run_id: string | null };
}

const GONE_PREFIX = "outbox-gone/";
const CHANNEL = "ensemble.outbox";
const SYNC_TAG = "outbox";

/**
 * Wraps a store so that unsent messages are mirrored. Removals are remembered until the mirror has applied
 * them.
 */
export function mirroredStore(storage: KeyValueStore): KeyValueStore {
  if (typeof indexedDB === "undefined") return storage;
  return {
    ...storage,
    set(key, value) {
      storage.set(key, value);
      if (!key.startsWith(OUTBOX_PREFIX)) return;
      const entry = JSON.parse(value) as OutboxEntry;
      storage.remove(GONE_PREFIX + entry.id);
      // If the browser forbids it, only `storage` keeps the message.
      void put("outbox", entry.id, entry).catch(() => undefined);
    },
    remove(key) {
      if (key.startsWith(OUTBOX_PREFIX)) {
        const id = key.slice(OUTBOX_PREFIX.length);
        storage.set(GONE_PREFIX + id, "");
        void drop("outbox", id).then(
          () => storage.remove(GONE_PREFIX + id),
          () => undefined,
        );
      }
      storage.remove(key);
    },
  };
}

/** Requests a background sync, which wakes the service worker when the network is back, if supported. */
export async function askForSync(): Promise<void> {
  const worker = globalThis.navigator?.serviceWorker;
  if (!worker?.controller) return;
  const registration = (await worker.ready) as ServiceWorkerRegistration & {
    sync?: { register(tag: string): Promise<void> };
  };
  // If that fails, an open page sends it.
  await registration.sync?.register(SYNC_TAG).catch(() => undefined);
}

export interface Reconciled {
  /** Entries that the service worker sent and that can be removed from storage. */
  sent: { id: string; conversationId: string; answerId: string; runId: string | null }[];
  /** True if entries missing in `storage` were restored. */
  restored: boolean;
}

/**
 * Updates `storage` from the mirror. Called when a page starts, and when the service worker sent something.
 */
export async function reconcile(storage: KeyValueStore): Promise<Reconciled> {
  const mirrored = await readAll<MirroredEntry>("outbox");
  const sent: Reconciled["sent"] = [];
  let restored = false;
  for (const { sent: taken, ...entry } of mirrored) {
    const key = OUTBOX_PREFIX + entry.id;
    if (storage.get(GONE_PREFIX + entry.id) !== null) {
      await drop("outbox", entry.id);
      storage.remove(GONE_PREFIX + entry.id);
    } else if (taken) {
      sent.push({
        id: entry.id,
        conversationId: entry.conversation_id,
        answerId: taken.answer_id,
        runId: taken.run_id,
      });
      if (storage.get(key) === null) await drop("outbox", entry.id);
    } else if (storage.get(key) === null) {
      storage.set(key, JSON.stringify(entry));
      restored = true;
    }
  }
  return { sent, restored };
}

/** Runs work under a lock per message across windows and the worker; "busy" if another one holds it. */
export async function outboxLock<T>(id: string, work: () => Promise<T>): Promise<T | "busy"> {
  const locks = globalThis.navigator?.locks as LockManager | undefined;
  if (!locks) return work();
  return locks.request(`outbox/${id}`, { ifAvailable: true }, (lock) => (lock ? work() : "busy"));
}

/** Notifies open pages that the service worker sent something. */
export function tellOutboxChanged(): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage("changed");
  channel.close();
}

/** Subscribes to the service worker's sends. Returns the unsubscribe function. */
export function onOutboxChanged(listener: () => void): () => void {
  if (typeof BroadcastChannel === "undefined") return () => undefined;
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = listener;
  return () => channel.close();
}

/** Returns the request body of an outbox entry. */
export const bodyOf = (entry: OutboxEntry): NewMessage => {
  const { id, parent_id, text, files, references, model, models, bot_id, once, temporary, typed } = entry;
  // Undefined fields are not sent.
  return {
    id,
    parent_id,
    text,
    model,
    attachments: files?.map(({ file_id }) => file_id),
    references: references?.map(({ of, thing_id }) => ({ kind: of, id: thing_id })),
    models,
    bot_id: bot_id ?? undefined,
    once,
    temporary,
    typed,
  };
};
