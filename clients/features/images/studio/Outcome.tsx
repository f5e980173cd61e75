import { TaskOutcome } from "@ensemble/blocks/tasks/TaskOutcome";
import type { ImageTask } from "@ensemble/contract/wire";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { retryTaskMutation } from "../image-queries";

/** Receipt of a request that is over, or its failure with the cause and a retry. */
export function Outcome({ task }: { task: ImageTask }) {
  const retry = useMutation(retryTaskMutation(useQueryClient()));
  return <TaskOutcome task={task} onRetry={() => retry.mutate(task.id)} />;
}
