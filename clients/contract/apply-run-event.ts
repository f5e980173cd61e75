import type { MessageState, Part, Problem, Receipt, RunEvent } from "./wire";

/** Message while it is streaming. */
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
 * Applies a run event to the streaming message.
 *
 * Pure. Events at or before `draft.seq` have no effect, so a replay after a reconnect is harmless. Unknown
 * event types are skipped: an installed extension may be older than the server. The Rust counterpart is
 * `generation/src/draft.rs`; both are tested with `contract/fixtures/runs/`.
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

/** Ends a run: pending tool calls and questions no longer wait. */
function ended(draft: MessageDraft, state: MessageState): MessageDraft {
  return { ...draft, state, queue: null, parts: draft.parts.map(withCallEnded) };
}

function withCallEnded(part: Part): Part {
  if (part.kind === "question") return part.state === "waiting" ? { ...part, state: "cancelled" } : part;
  if (part.kind !== "tool_call") return part;
  if (part.state === "waiting") return { ...part, state: "denied" };
  return part.state === "running" ? { ...part, state: "failed" } : part;
}

/** Replaces a part with a known id, or appends a new one. */
function withPart(parts: Part[], part: Part): Part[] {
  return parts.some((known) => known.id === part.id)
    ? parts.map((known) => (known.id === part.id ? part : known))
    : [...parts, part];
}

/** Appends text to a part. Text for unknown parts is dropped, because the completed part has all of it. */
function withText(parts: Part[], partId: string, text: string): Part[] {
  return parts.map((part) =>
    part.id === partId && "text" in part ? { ...part, text: part.text + text } : part,
  );
}
