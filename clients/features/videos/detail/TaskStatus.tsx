import { TaskOutcome } from "@ensemble/blocks/tasks/TaskOutcome";
import { TaskProgress } from "@ensemble/blocks/tasks/TaskProgress";
import { isActive } from "@ensemble/blocks/tasks/task-kind";
import { useStageText } from "@ensemble/blocks/tasks/use-stage-text";
import type { VideoTask } from "@ensemble/contract/wire";
import { useText } from "@ensemble/i18n/text";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { refreshHistory } from "../history/history-queries";
import { quietTasks, retryTaskMutation, videoTasks } from "../video-queries";

/** Progress of a request with a stop button; afterwards its receipt, or its failure with a retry. */
export function TaskStatus({
  task,
  follows = true,
}: {
  task: VideoTask;
  /** False where many are shown: it is polled then. */
  follows?: boolean;
}) {
  const text = useText("videos");
  const stageText = useStageText();
  const retry = useMutation(retryTaskMutation(useQueryClient()));
  const active = isActive(task.state);
  useHistoryAfter(active);
  return (
    <>
      <TaskProgress
        kind={follows ? videoTasks : quietTasks}
        task={task}
        label={active ? stageText(task.stage) : null}
        details={active ? <p className="text-xs">{text("notified_when_done")}</p> : null}
      />
      <TaskOutcome task={task} onRetry={() => retry.mutate(task.id)} />
    </>
  );
}

/** Reads the history again when a task that was watched has ended. */
function useHistoryAfter(active: boolean): void {
  const client = useQueryClient();
  const wasActive = useRef(false);
  useEffect(() => {
    if (wasActive.current && !active) void refreshHistory(client);
    wasActive.current = active;
  }, [client, active]);
}
