import { useEffect, useRef, useState } from "react";
import { withReceipt } from "../../page-interface/receipt";
import { Refused, streamFromPage } from "../ask";
import type { InterfacePage } from "../feature";
import { type Refusal, STOPPED } from "../page-messages";

/** State of the answer. */
export type AnswerState =
  | { kind: "idle" }
  | { kind: "asking" }
  | { kind: "writing"; text: string; conversationId: string | null }
  | { kind: "done"; text: string; conversationId: string | null; stopped: boolean }
  | { kind: "refused"; refusal: Refusal };

/**
 * Asks the model through the background, one question at a time. If closed while streaming, the answer is in
 * the chat list.
 */
export function useAnswer(page: InterfacePage): {
  answer: AnswerState;
  ask: (message: string) => Promise<void>;
  stop: () => void;
  reset: () => void;
} {
  const [answer, setAnswer] = useState<AnswerState>({ kind: "idle" });
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const ask = async (message: string) => {
    const stop = new AbortController();
    const before = running.current;
    running.current = stop;
    before?.abort();
    let written = { text: "", conversationId: null as string | null };
    const show = (next: Partial<typeof written>) => {
      written = { ...written, ...next };
      if (!stop.signal.aborted) setAnswer({ kind: "writing", ...written });
    };
    setAnswer({ kind: "asking" });
    const request = { message, title: document.title.slice(0, 200) || location.hostname };
    try {
      const sent = await withReceipt(page, message, () =>
        streamFromPage(
          "page→background: answer",
          request,
          (piece) => {
            if (piece.kind === "chat") show({ conversationId: piece.conversationId });
            if (piece.kind === "text") show({ text: piece.text });
          },
          AbortSignal.any([stop.signal, page.signal]),
        ).then(() => true),
      );
      if (running.current !== stop) return;
      setAnswer(sent ? { kind: "done", ...written, stopped: false } : { kind: "idle" });
    } catch (error) {
      // Replaced by another question meanwhile.
      if (running.current !== stop) return;
      if (stop.signal.aborted) setAnswer({ kind: "done", ...written, stopped: true });
      else setAnswer({ kind: "refused", refusal: refusalOf(error) });
    }
  };

  return {
    answer,
    ask,
    stop: () => running.current?.abort(STOPPED),
    reset: () => {
      running.current?.abort();
      running.current = null;
      setAnswer({ kind: "idle" });
    },
  };
}

const refusalOf = (error: unknown): Refusal =>
  error instanceof Refused
    ? error.refusal
    : { code: "failed", text: error instanceof Error ? error.message : String(error) };
