import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { useAnswerRun } from "../answers/use-answer-run";
import type { TaskRefresh } from "./task-kind";

/** Place of a task in its queue. */
export interface TaskQueue {
  position: number;
  waitSeconds: number | null;
}

/** Returns the text that a task's run has written so far, and its place while it is queued. */
export function useTaskText(
  { refresh }: TaskRefresh,
  runId: string | null,
): { written: string; queue: TaskQueue | null } {
  const client = useQueryClient();
  const onEnd = useCallback(() => void refresh(client), [client, refresh]);
  const { parts, queue } = useAnswerRun(runId, onEnd);
  return {
    written: parts.map((part) => (part.kind === "text" ? part.text : "")).join(""),
    queue: queue && { position: queue.position, waitSeconds: queue.estimatedWaitSeconds },
  };
}
