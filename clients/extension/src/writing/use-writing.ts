import { useEffect, useRef, useState } from "react";
import { Refused, streamFromPage } from "../page-features/ask";
import type { InterfacePage } from "../page-features/feature";
import { STOPPED } from "../page-features/page-messages";
import { withReceipt } from "../page-interface/receipt";
import { cleanResult } from "./prompts";

export type Written =
  | { kind: "writing" | "done" | "stopped"; text: string }
  | { kind: "refused"; text: string; code: string; said: string };

/**
 * Writes the text that `message` asks for with a model, starting on mount. `onKept`: the person declined to
 * send.
 */
export function useWriting(page: InterfacePage, message: string, onKept: () => void) {
  const [written, setWritten] = useState<Written>({ kind: "writing", text: "" });
  const running = useRef<AbortController | null>(null);

  const write = async () => {
    running.current?.abort();
    const stop = new AbortController();
    running.current = stop;
    let text = "";
    const show = (next: Written) => {
      if (running.current === stop) setWritten(next);
    };
    show({ kind: "writing", text });
    try {
      const sent = await withReceipt(page, message, () =>
        streamFromPage(
          "page→background: write",
          { message },
          (piece) => {
            if (piece.kind !== "text") return;
            text = piece.text;
            show({ kind: "writing", text });
          },
          stop.signal,
        ),
      );
      if (sent === null) return onKept();
      show({ kind: "done", text: cleanResult(text) });
    } catch (error) {
      if (stop.signal.aborted) return show({ kind: "stopped", text: cleanResult(text) });
      const refusal = error instanceof Refused ? error.refusal : { code: "failed", text: String(error) };
      show({ kind: "refused", text: cleanResult(text), code: refusal.code, said: refusal.text });
    }
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each message
  useEffect(() => {
    void write();
    return () => running.current?.abort();
  }, [message]);

  return { written, again: () => void write(), stop: () => running.current?.abort(STOPPED) };
}
