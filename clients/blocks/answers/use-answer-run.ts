import { applyRunEvent, EMPTY_DRAFT, type MessageDraft } from "@ensemble/contract/apply-run-event";
import { sse } from "@ensemble/contract/sse";
import type { RunEvent } from "@ensemble/contract/wire";
import { useEffect, useState } from "react";

/** Render interval while text arrives. */
const DRAW_EVERY_MS = 60;

/** Returns the current content of a run. After a reload it starts from the first event. */
export function useAnswerRun(runId: string | null, onEnd: () => void): MessageDraft {
  const [shown, setShown] = useState<{ runId: string | null; draft: MessageDraft }>({
    runId: null,
    draft: EMPTY_DRAFT,
  });
  useEffect(() => {
    if (!runId) return;
    const controller = new AbortController();
    const { signal } = controller;
    let draft = EMPTY_DRAFT;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const show = () => {
      timer = undefined;
      setShown({ runId, draft });
    };
    const read = async () => {
      for await (const event of sse(`/api/runs/${encodeURIComponent(runId)}/events`, { signal })) {
        draft = applyRunEvent(draft, JSON.parse(event.data) as RunEvent);
        timer ??= setTimeout(show, DRAW_EVERY_MS);
      }
    };
    read()
      // If the run's events are gone, its result is read from its subject.
      .catch(() => undefined)
      .then(() => {
        if (signal.aborted) return;
        show();
        onEnd();
      });
    return () => {
      controller.abort();
      clearTimeout(timer);
    };
  }, [runId, onEnd]);
  return shown.runId === runId ? shown.draft : EMPTY_DRAFT;
}
