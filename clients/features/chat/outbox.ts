import { isPassing, ProblemError, toProblem } from "@ensemble/contract/problem-error";
import type { Problem, RunState, Sent } from "@ensemble/contract/wire";
import type { KeyValueStore } from "@ensemble/host/host";
import { createStore, type StoreApi } from "zustand/vanilla";

/** A message on its way to the server. Its id is final, so sending it twice is sending it once. */
export interface OutboxEntry {
  id: string;
  /** Who wrote it: nobody else's session may send it. */
  account: string;
  conversation_id: string;
  parent_id: string | null;
  text: string;
  model: string | null;
  created_at: string;
  /** The run whose end it waits for; null when nothing holds it. */
  waits_for: string | null;
  /** The unsent message before it, whose answer will be its parent; null when the parent is known. */
  follows: string | null;
}

type Place = Pick<OutboxEntry, "parent_id" | "waits_for" | "follows">;

/** `sending`: asked now. `waiting`: could not be sent yet. `queued`: after the answer. `held`: for the writer to decide. */
export type EntryState = "sending" | "waiting" | "queued" | "held";

export interface PendingMessage extends OutboxEntry {
  state: EntryState;
}

export interface OutboxDeps {
  storage: KeyValueStore;
  account: string;
  send: (entry: OutboxEntry) => Promise<Sent>;
  /** The state of a run that a message waits for. */
  runState: (entry: OutboxEntry & { waits_for: string }) => Promise<RunState>;
  onSent: (sent: Sent, entry: OutboxEntry) => void;
  /** The server does not take it: its text goes back to the writer. */
  onRefused: (problem: Problem, entry: OutboxEntry) => void;
  /** Waits before the next attempt. Replaced in tests. */
  schedule?: (work: () => void, milliseconds: number) => void;
}

export interface Outbox {
  readonly pending: StoreApi<readonly PendingMessage[]>;
  /** Stores the message before anything else happens to it, then tries to send it. */
  add(entry: OutboxEntry): void;
  /** Tries everything again now: the network is back, an answer ended. */
  pump(): Promise<void>;
  /** Sends a queued or held message without waiting for anything. */
  release(id: string): void;
  /** Takes a message back; gives its text. */
  take(id: string): string | null;
}

const PREFIX = "outbox/";
const RETRY_FIRST_MS = 1_500;
const RETRY_MAX_MS = 30_000;

/** Keeps unsent messages over reloads and lost networks, and sends each exactly once, in the order they were written. */
export function createOutbox(deps: OutboxDeps): Outbox {
  const { storage, account, schedule = (work, ms) => void setTimeout(work, ms) } = deps;
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

  /** Takes an entry out; what follows it is told its new place first, so that a crash in between loses nothing. */
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

  /** Whether an entry may go out now. A queued one may once the answer before it is complete. */
  const isDue = async (entry: PendingMessage): Promise<boolean> => {
    if (entry.state === "held" || entry.follows !== null) return false;
    if (entry.waits_for === null) return true;
    const state = await deps.runState({ ...entry, waits_for: entry.waits_for });
    if (state === "completed") return true;
    if (state !== "queued" && state !== "running") change(entry.id, { state: "held" });
    return false;
  };

  /** True when the conversation's later messages may be tried as well. */
  const sendOne = async (entry: PendingMessage): Promise<boolean> => {
    try {
      if (!(await isDue(entry))) return false;
      if (!find(entry.id)) return true;
      change(entry.id, { state: "sending" });
      const sent = await deps.send(entry);
      const { id: answerId, run_id: runId } = sent.assistant_message;
      remove(entry.id, { parent_id: answerId, waits_for: runId, follows: null });
      deps.onSent(sent, entry);
      return true;
    } catch (error) {
      if (isPassing(error) || !(error instanceof ProblemError)) {
        change(entry.id, { state: entry.waits_for === null ? "waiting" : "queued" });
        retryLater();
        return false;
      }
      remove(entry.id, placeOf(entry), "held");
      deps.onRefused(toProblem(error), entry);
      return false;
    }
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
      if (!entry || stuck.has(entry.conversation_id)) continue;
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
    add(entry) {
      const added: PendingMessage = { ...entry, state: isFree(entry) ? "sending" : "queued" };
      store(storage, added);
      pending.setState([...pending.getState(), added], true);
      void pump();
    },
    release(id) {
      change(id, { waits_for: null, state: "sending" });
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

const placeOf = ({ parent_id, waits_for, follows }: OutboxEntry): Place => ({
  parent_id,
  waits_for,
  follows,
});

/** Whether nothing has to happen before an entry may be sent. */
const isFree = (entry: OutboxEntry) => entry.waits_for === null && entry.follows === null;

function store(storage: KeyValueStore, { state: _, ...entry }: PendingMessage): void {
  storage.set(PREFIX + entry.id, JSON.stringify(entry));
}

function readEntries(storage: KeyValueStore, account: string): PendingMessage[] {
  return storage
    .keys()
    .filter((key) => key.startsWith(PREFIX))
    .flatMap((key): PendingMessage[] => {
      try {
        const entry = JSON.parse(storage.get(key) ?? "") as OutboxEntry;
        if (entry.account !== account) return [];
        return [{ ...entry, state: isFree(entry) ? "waiting" : "queued" }];
      } catch {
        // Not one of ours, or cut off by a full disk: it cannot be sent, and must not stop the others.
        return [];
      }
    })
    .sort((a, b) => (a.id < b.id ? -1 : 1));
}
