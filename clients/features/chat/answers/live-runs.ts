import { applyRunEvent, EMPTY_DRAFT, type MessageDraft } from "@ensemble/contract/apply-run-event";
import type { RunEvent } from "@ensemble/contract/wire";
import { createStore, type StoreApi } from "zustand/vanilla";

/** Streaming answer as received by this tab. */
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
  /** Streaming answers by message id. */
  readonly runs: StoreApi<Record<string, LiveRun>>;
  /** Follows a run to its end, once, however often it is called. */
  follow(run: RunToFollow): void;
  stop(): void;
}

/** Render interval while text arrives: rendering per token would take twice the CPU. */
const DRAW_EVERY_MS = 50;
/** Render interval of long answers: they cost more, and nobody reads their ends twenty times a second. */
const DRAW_LONG_EVERY_MS = 100;
const LONG_FROM_CHARS = 4_000;

/** Delay before an unreadable run is requested again. */
const UNREADABLE_FOR_MS = 5_000;

/** Reads the events of running answers and applies them to drafts for display. */
export function createLiveRuns(deps: {
  readEvents: ReadEvents;
  /** Called when the run has ended, or can no longer be read (`draft` is null then). */
  onEnd: (run: RunToFollow, draft: MessageDraft | null) => void;
}): LiveRuns {
  const runs = createStore<Record<string, LiveRun>>(() => ({}));
  const followed = new Map<string, AbortController>();

  const change = (messageId: string, next: Partial<LiveRun>) => {
    const run = runs.getState()[messageId];
    if (run) runs.setState({ [messageId]: { ...run, ...next } });
  };
  const drawing = createDrawing(runs);

  const read = async (run: RunToFollow, signal: AbortSignal) => {
    let draft = EMPTY_DRAFT;
    const onConnection = (connected: boolean) => change(run.messageId, { connected });
    try {
      for await (const event of deps.readEvents(run.runId, { signal, after: 0, onConnection })) {
        draft = applyRunEvent(draft, event);
        drawing.ask(run.messageId, draft);
      }
      return draft.state === "running" ? null : draft;
    } finally {
      drawing.forget(run.messageId);
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
        // If the run's events are gone, its message is read.
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

/**
 * Renders what arrived: the first words at once, later ones at a steady pace, and side-by-side answers
 * together, because layout and paint cost the same for one as for all.
 */
function createDrawing(runs: LiveRuns["runs"]) {
  const unseen = new Map<string, MessageDraft>();
  let asked = false;
  let drawnAt = Number.NEGATIVE_INFINITY;

  const draw = () => {
    asked = false;
    drawnAt = performance.now();
    const known = runs.getState();
    const changed: Record<string, LiveRun> = {};
    for (const [messageId, draft] of unseen) {
      const run = known[messageId];
      if (run) changed[messageId] = { ...run, draft };
    }
    unseen.clear();
    runs.setState(changed);
  };
  return {
    ask(messageId: string, draft: MessageDraft) {
      unseen.set(messageId, draft);
      if (asked) return;
      asked = true;
      setTimeout(draw, drawnAt + drawEvery(runs.getState()) - performance.now());
    },
    forget(messageId: string) {
      unseen.delete(messageId);
    },
  };
}

/** Returns the interval between renders by the amount of text to draw. */
function drawEvery(runs: Readonly<Record<string, LiveRun>>): number {
  const chars = Object.values(runs).reduce((sum, { draft }) => sum + charsOf(draft), 0);
  return chars > LONG_FROM_CHARS ? DRAW_LONG_EVERY_MS : DRAW_EVERY_MS;
}

const charsOf = ({ parts }: MessageDraft) =>
  parts.reduce((sum, part) => sum + ("text" in part ? part.text.length : 0), 0);
