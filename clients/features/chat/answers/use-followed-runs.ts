import { useEffect } from "react";
import type { Thread } from "../conversation/thread";
import { useChat } from "../use-chat";

/** Follows every streaming answer of the conversation, wherever it was requested. */
export function useFollowedRuns(detail: Thread | undefined): void {
  const { liveRuns } = useChat();
  useEffect(() => {
    for (const { id, run_id, conversation_id, state } of detail?.messages ?? []) {
      if (state !== "running" || run_id === null) continue;
      liveRuns.follow({ runId: run_id, messageId: id, conversationId: conversation_id });
    }
  }, [detail?.messages, liveRuns]);
}
