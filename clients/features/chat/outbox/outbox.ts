import { isPassing, ProblemError, toProblem } from "@ensemble/contract/problem-error";
import type { AttachedFile, AttachedThing, Problem, RunState, Sent } from "@ensemble/contract/wire";
import type { KeyValueStore } from "@ensemble/host/host";
import { createStore, type StoreApi } from "zustand/vanilla";

/** Unsent message. Its id is final, which makes sending idempotent. */
export interface OutboxEntry {
  id: string;
  /** Author's account; no other session may send it. */
  account: string;
  conversation_id: string;
  parent_id: string | null;
  text: string;
  /** Attached files, all uploaded and parsed. */
  files?: AttachedFile[];
  /** Library items given to the model. */
  references?: AttachedThing[];
  model: string | null;
  /** Models that answer side by side, instead of `model`. */
  models?: string[];
  bot_id?: string | null;
  /** True if the mentioned models or bot answer this message only. */
  once?: boolean;
  /** True if it starts a temporary conversation. */
  temporary?: boolean;
  /** True if the person typed it. */
  typed?: boolean;
  /** True if it is an edited version of an earlier message, on a new branch. */
  edit?: boolean;
  /** True if it stops the run it waits for and is sent when that has ended in any way. */
  now?: boolean;
  created_at: string;
  /** Run whose end it waits for; null: none. */
  waits_for: string | null;
  /** Unsent message before it, whose answer will be its parent; null if the parent is known. */
  follows: string | null;
}

type Place = Pick<OutboxEntry, "parent_id" | "waits_for" | "follows">;

/**
 * `sending`: request in progress. `waiting`: will be retried. `queued`: after the answer. `held`: needs the
 * person's decision.
 */
export type EntryState = "sending" | "waiting" | "queued" | "held";

export interface PendingMessage extends OutboxEntry {
  state: EntryState;
}

export interface OutboxDeps {
  storage: KeyValueStore;
  account: string;
  send: (entry: OutboxEntry) => Promise<Sent>;
  /** Returns the state of the run that a message waits for. */
  runState: (entry: OutboxEntry & { waits_for: string }) => Promise<RunState>;
  /** Stops the run that a message waits for. Idempotent. */
  stopRun: (runId: string) => Promise<unknown>;
  onSent: (sent: Sent, entry: OutboxEntry) => void;
  /** Called when the server rejects a message: its text returns to the composer. */
  onRefused: (problem: Problem, entry: OutboxEntry) => void;
  /** Runs the work while no other window sends this message; "busy" if one does. */
  exclusive?: <T>(id: string, work: () => Promise<T>) => Promise<T | "busy">;
  /** Called when the server is unreachable and a message waits. */
  onWaiting?: () => void;
  /**
   * Called when another window or the service worker sent a message, so that its conversation is outdated.
   */
  onSentElsewhere?: (conversationId: string) => void;
  /** Called when a message was sent before an edit reached it: the new text returns to the composer. */
  onTooLate?: (text: string, entry: OutboxEntry) => void;
  /** Schedules the next attempt. Replaced in tests. */
  schedule?: (work: () => void, milliseconds: number) => void;
}

export interface Outbox {
  readonly pending: StoreApi<readonly PendingMessage[]>;
  /** Stores the message first, then tries to send it. */
  add(entry: OutboxEntry): void;
  /** Retries everything now: the network is back, or an answer ended. */
  pump(): Promise<void>;
  /** Sends a queued or held message next: the answer it waits for is stopped and kept. */
  release(id: string): void;
  /** Edits an unsent message; returns false if it was sent. */
  edit(id: string, text: string): boolean;
  /** Moves a queued message by one position. */
  move(id: string, by: -1 | 1): void;
  /** Takes a message back and returns its text. */
  take(id: string): string | null;
  /** Reloads changes of other windows: messages added, changed, sent or taken back there. */
  reread(): void;
  /** Marks a message as sent; its follower now comes after its answer. */
  settle(id: string, answerId: string, runId: string | null): void;
}

export const OUTBOX_PREFIX = "outbox/";
const PREFIX = OUTBOX_PREFIX;
const RETRY_FIRST_MS = 1_500;
const RETRY_MAX_MS = 30_000;

/** Keeps unsent messages over reloads and lost connections, and sends each exactly once in order. */
export function createOutbox(deps: OutboxDeps): Outbox {
  const { storage, account, schedule = (work, ms) => void setTimeout(work, ms) } = deps;
  const exclusive = deps.exclusive ?? (<T>(_id: string, work: () => Promise<T>) => work());
  const pending = createStore<readonly PendingMessage[]>(() => readEntries(storage, account));
  let pumping: Promise<void> | null = null;
  let again = false;
  let failures = 0;

  const find = (id: string) => pending.getState().find((entry) => entry.id === id);

  const change = (id: string, next: Partial<PendingMessage>) => {
    const entry = find(id);
    if (!entry) return;
    const changed = { ...entry, ...next };
    store(storage, changed);
    pending.setState(
      pending.getState().map((other) => (other.id === id ? changed : other)),
      true,
    );
  };

  /** Removes an entry after updating its followers, so that a crash in between loses nothing. */
  const remove = (id: string, place: Place, followersState: EntryState = "queued") => {
    for (const follower of pending.getState()) {
      if (follower.follows === id) change(follower.id, { ...place, state: followersState });
    }
    storage.remove(PREFIX + id);
    pending.setState(
      pending.getState().filter((entry) => entry.id !== id),
      true,
    );
  };

  /** Reorders a queue: the first takes the place of the previous first, and each follows the one before. */
  const relink = (queue: readonly PendingMessage[]) => {
    const first = queue.find(({ follows }) => !queue.some(({ id }) => id === follows));
    if (!first) return;
    const place = placeOf(first);
    queue.forEach(({ id }, index) => {
      const before = queue[index - 1];
      const next = before ? { parent_id: null, waits_for: null, follows: before.id } : place;
      const state = first.state === "held" && index === 0 ? "held" : "queued";
      change(id, { ...next, state, now: false });
    });
  };

  /**
   * Returns true if an entry may be sent now. A queued one may be sent once the answer before it is complete.
   */
  const isDue = async (entry: PendingMessage): Promise<boolean> => {
    if (entry.state === "held" || entry.follows !== null) return false;
    if (entry.waits_for === null) return true;
    const state = await deps.runState({ ...entry, waits_for: entry.waits_for });
    const over = state !== "queued" && state !== "running";
    if (state === "completed" || (over && entry.now)) return true;
    if (over) change(entry.id, { state: "held" });
    else if (entry.now) await deps.stopRun(entry.waits_for);
    return false;
  };

  /** Sends an entry. Returns true if the conversation's later messages may be tried too. */
  const sendOne = async (entry: PendingMessage): Promise<boolean> => {
    try {
      if (!(await isDue(entry))) return false;
      const done = await exclusive(entry.id, () => sendAlone(entry.id));
      if (done === "busy") retryLater();
      return done === true;
    } catch (error) {
      if (isPassing(error) || !(error instanceof ProblemError)) {
        change(entry.id, { state: entry.waits_for === null ? "waiting" : "queued" });
        retryLater();
        deps.onWaiting?.();
        return false;
      }
      remove(entry.id, placeOf(entry), "held");
      deps.onRefused(toProblem(error), entry);
      return false;
    }
  };

  /** Sends a message as currently stored: another window may have changed or sent it. */
  const sendAlone = async (id: string): Promise<boolean> => {
    reread();
    const entry = find(id);
    if (!entry) return true;
    change(id, { state: "sending" });
    const sent = await deps.send(entry);
    const { id: answerId, run_id: runId } = sent.assistant_message;
    const late = readEntry(storage, PREFIX + id)?.text;
    remove(id, { parent_id: answerId, waits_for: runId, follows: null });
    deps.onSent(sent, entry);
    if (late !== undefined && late !== entry.text) deps.onTooLate?.(late, entry);
    return true;
  };

  const reread = () => {
    const stored = new Map(readEntries(storage, account).map((entry) => [entry.id, entry]));
    const here = pending.getState();
    const gone = here.filter(({ id }) => !stored.has(id));
    const kept = here.flatMap((entry) => {
      const { state: _, ...now } = stored.get(entry.id) ?? entry;
      return stored.has(entry.id) ? [{ ...entry, ...now }] : [];
    });
    const known = new Set(here.map(({ id }) => id));
    const come = [...stored.values()].filter(({ id }) => !known.has(id));
    const isSame = come.length === 0 && JSON.stringify(kept) === JSON.stringify(here);
    if (isSame) return;
    pending.setState([...kept, ...come], true);
    for (const conversation of new Set(gone.map(({ conversation_id }) => conversation_id)))
      deps.onSentElsewhere?.(conversation);
  };

  const retryLater = () => {
    const wait = Math.min(RETRY_MAX_MS, RETRY_FIRST_MS * 2 ** failures);
    failures += 1;
    schedule(() => void pump(), wait);
  };

  const sendAll = async () => {
    const stuck = new Set<string>();
    for (const { id } of pending.getState()) {
      const entry = find(id);
      // An entry that follows another one may be anywhere in the list and blocks nobody.
      if (!entry || entry.follows !== null || stuck.has(entry.conversation_id)) continue;
      if (await sendOne(entry)) failures = 0;
      else stuck.add(entry.conversation_id);
    }
  };

  const pump = (): Promise<void> => {
    if (pumping) {
      again = true;
      return pumping;
    }
    pumping = sendAll().finally(() => {
      pumping = null;
      if (!again) return;
      again = false;
      void pump();
    });
    return pumping;
  };

  return {
    pending,
    pump,
    reread,
    settle(id, answerId, runId) {
      const entry = find(id);
      storage.remove(PREFIX + id);
      if (!entry) return;
      remove(id, { parent_id: answerId, waits_for: runId, follows: null });
      deps.onSentElsewhere?.(entry.conversation_id);
    },
    add(entry) {
      const added: PendingMessage = { ...entry, state: isFree(entry) ? "sending" : "queued" };
      store(storage, added);
      pending.setState([...pending.getState(), added], true);
      void pump();
    },
    release(id) {
      const entry = find(id);
      if (!entry || entry.state === "sending") return;
      const queue = queueOf(pending.getState(), entry.conversation_id);
      relink([entry, ...queue.filter((other) => other.id !== id)]);
      change(id, { now: true, state: find(id)?.waits_for === null ? "sending" : "queued" });
      void pump();
    },
    edit(id, text) {
      const entry = find(id);
      if (!entry || entry.state === "sending") return false;
      change(id, { text });
      return true;
    },
    move(id, by) {
      const entry = find(id);
      if (!entry) return;
      const queue = queueOf(pending.getState(), entry.conversation_id);
      const from = queue.findIndex((other) => other.id === id);
      const other = queue[from + by];
      if (from < 0 || !other) return;
      relink(queue.with(from, other).with(from + by, entry));
      void pump();
    },
    take(id) {
      const entry = find(id);
      if (!entry || entry.state === "sending") return null;
      remove(id, placeOf(entry));
      void pump();
      return entry.text;
    },
  };
}

/** Returns a conversation's queued messages in sending order. */
export function queueOf(
  pending: readonly PendingMessage[],
  conversationId: string,
): readonly PendingMessage[] {
  const waiting = pending.filter(
    ({ conversation_id, state, follows }) =>
      conversation_id === conversationId && (state === "queued" || state === "held" || follows !== null),
  );
  const ids = new Set(waiting.map(({ id }) => id));
  const queue = waiting.filter(({ follows }) => follows === null || !ids.has(follows));
  // Each entry adds at most its followers, so this terminates.
  for (const entry of queue) queue.push(...waiting.filter(({ follows }) => follows === entry.id));
  return queue;
}

const placeOf = ({ parent_id, waits_for, follows }: OutboxEntry): Place => ({
  parent_id,
  waits_for,
  follows,
});

/** Returns true if an entry depends on nothing else. */
const isFree = (entry: OutboxEntry) => entry.waits_for === null && entry.follows === null;

function store(storage: KeyValueStore, { state: _, ...entry }: PendingMessage): void {
  storage.set(PREFIX + entry.id, JSON.stringify(entry));
}

function readEntries(storage: KeyValueStore, account: string): PendingMessage[] {
  return storage
    .keys()
    .filter((key) => key.startsWith(PREFIX))
    .flatMap((key): PendingMessage[] => {
      const entry = readEntry(storage, key);
      if (entry?.account !== account) return [];
      return [{ ...entry, state: isFree(entry) ? "waiting" : "queued" }];
    })
    .sort((a, b) => (a.id < b.id ? -1 : 1));
}

function readEntry(storage: KeyValueStore, key: string): OutboxEntry | null {
  try {
    return JSON.parse(storage.get(key) ?? "null") as OutboxEntry | null;
  } catch {
    // Not ours, or truncated by a full disk: it cannot be sent, and must not block the others.
    return null;
  }
}
