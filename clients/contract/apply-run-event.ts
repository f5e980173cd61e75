import type { MessageState, Part, Problem, Receipt, RunEvent } from "./wire";

/** A message while it is being written. */
export interface MessageDraft {
  /** Number of the last event applied; 0 before the first. */
  seq: number;
  parts: Part[];
  state: MessageState;
  /** Position in the queue; null if the run is not queued. */
  queue: { position: number; estimatedWaitSeconds: number | null; at: string } | null;
  problem: Problem | null;
  receipt: Receipt | null;
}

export const EMPTY_DRAFT: MessageDraft = {
  seq: 0,
  parts: [],
  state: "running",
  queue: null,
  problem: null,
  receipt: null,
};

/**
 * Folds one run event into the message being written.
 *
 * Pure. An event at or before `draft.seq` was applied already and changes nothing, so a replay after a reconnect is
 * harmless. An unknown event type is skipped: an installed extension may be older than the server. The Rust twin is
 * `generation/src/draft.rs`; both read `contract/fixtures/runs/`.
 */
export function applyRunEvent(draft: MessageDraft, event: RunEvent): MessageDraft {
  if (event.seq <= draft.seq) return draft;
  const next = { ...draft, seq: event.seq };
  switch (event.type) {
    case "run.queued":
      return {
        ...next,
        queue: {
          position: event.position,
          estimatedWaitSeconds: event.estimated_wait_seconds,
          at: event.at,
        },
      };
    case "run.started":
      return { ...next, queue: null };
    case "part.started":
    case "part.completed":
      return { ...next, parts: withPart(draft.parts, event.part) };
    case "part.delta":
      return { ...next, parts: withText(draft.parts, event.part_id, event.text) };
    case "run.completed":
      return { ...ended(next, "completed"), receipt: event.receipt ?? null };
    case "run.failed":
      return {
        ...ended(next, "failed"),
        problem: event.problem,
        receipt: event.receipt ?? null,
      };
    case "run.cancelled":
      return { ...ended(next, "cancelled"), receipt: event.receipt ?? null };
    case "run.interrupted":
      return {
        ...ended(next, "interrupted"),
        problem: event.problem ?? null,
        receipt: event.receipt ?? null,
      };
    case "snapshot":
      return { ...next, parts: event.parts, state: event.state };
    default:
      return next;
  }
}

/** A run that is over: nobody waits for the tools that it was using. */
function ended(draft: MessageDraft, state: MessageState): MessageDraft {
  return { ...draft, state, queue: null, parts: draft.parts.map(withCallEnded) };
}

function withCallEnded(part: Part): Part {
  if (part.kind !== "tool_call") return part;
  if (part.state === "waiting") return { ...part, state: "denied" };
  return part.state === "running" ? { ...part, state: "failed" } : part;
}

/** A part with a known id takes its place; a new one comes last. */
function withPart(parts: Part[], part: Part): Part[] {
  return parts.some((known) => known.id === part.id)
    ? parts.map((known) => (known.id === part.id ? part : known))
    : [...parts, part];
}

/** Text for a part that is unknown or carries none is dropped: the completed part brings it whole. */
function withText(parts: Part[], partId: string, text: string): Part[] {
  return parts.map((part) =>
    part.id === partId && "text" in part ? { ...part, text: part.text + text } : part,
  );
}
