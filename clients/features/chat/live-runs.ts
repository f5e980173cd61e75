import { applyRunEvent, EMPTY_DRAFT, type MessageDraft } from "@ensemble/contract/apply-run-event";
import type { Part, RunEvent } from "@ensemble/contract/wire";
import { createStore, type StoreApi } from "zustand/vanilla";

/** An answer being written, as far as this tab has heard of it. */
export interface LiveRun {
  runId: string;
  draft: MessageDraft;
  connected: boolean;
}

export interface RunToFollow {
  runId: string;
  messageId: string;
  conversationId: string;
}

type ReadEvents = (
  runId: string,
  options: { signal: AbortSignal; after: number; onConnection: (connected: boolean) => void },
) => AsyncIterable<RunEvent>;

export interface LiveRuns {
  /** Live answers by message id. */
  readonly runs: StoreApi<Record<string, LiveRun>>;
  /** Follows a run to its end, once, however often it is asked. */
  follow(run: RunToFollow): void;
  stop(): void;
}

/** The page is drawn this often while text arrives: per token it would cost twice the processor. */
const FLUSH_MS = 50;
/** A long answer costs more to draw, and nobody reads its end twenty times a second. */
const LONG_FLUSH_MS = 100;
const LONG_FROM_CHARS = 12_000;

/** A run that could not be read is not asked for again at once, however often its message is fetched. */
const UNREADABLE_FOR_MS = 5_000;

const flushAfter = (parts: readonly Part[]) => {
  const last = parts.at(-1);
  return last && "text" in last && last.text.length > LONG_FROM_CHARS ? LONG_FLUSH_MS : FLUSH_MS;
};

/** Reads the events of running answers and folds them into drafts that the page shows. */
export function createLiveRuns(deps: {
  readEvents: ReadEvents;
  /** The run is over, or cannot be read any more (`draft` is null then). */
  onEnd: (run: RunToFollow, draft: MessageDraft | null) => void;
}): LiveRuns {
  const runs = createStore<Record<string, LiveRun>>(() => ({}));
  const followed = new Map<string, AbortController>();

  const change = (messageId: string, next: Partial<LiveRun>) => {
    const run = runs.getState()[messageId];
    if (run) runs.setState({ [messageId]: { ...run, ...next } });
  };

  const read = async (run: RunToFollow, signal: AbortSignal) => {
    let draft = EMPTY_DRAFT;
    let flush: ReturnType<typeof setTimeout> | null = null;
    const show = () => {
      flush = null;
      change(run.messageId, { draft });
    };
    const onConnection = (connected: boolean) => change(run.messageId, { connected });
    try {
      for await (const event of deps.readEvents(run.runId, { signal, after: 0, onConnection })) {
        draft = applyRunEvent(draft, event);
        flush ??= setTimeout(show, flushAfter(draft.parts));
      }
      return draft.state === "running" ? null : draft;
    } finally {
      if (flush) clearTimeout(flush);
    }
  };

  return {
    runs,
    follow(run) {
      if (followed.has(run.runId)) return;
      const controller = new AbortController();
      followed.set(run.runId, controller);
      runs.setState({ [run.messageId]: { runId: run.runId, draft: EMPTY_DRAFT, connected: true } });
      read(run, controller.signal)
        // A run whose events are gone is read from its message.
        .catch(() => null)
        .then((draft) => {
          if (controller.signal.aborted) return;
          if (draft) followed.delete(run.runId);
          else setTimeout(() => followed.delete(run.runId), UNREADABLE_FOR_MS);
          deps.onEnd(run, draft);
          const { [run.messageId]: _, ...others } = runs.getState();
          runs.setState(others, true);
        });
    },
    stop() {
      for (const controller of followed.values()) controller.abort();
      followed.clear();
      runs.setState({}, true);
    },
  };
}
