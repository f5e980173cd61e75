import { usePriceText } from "@ensemble/blocks/models/use-price-text";
import { ProblemCard } from "@ensemble/blocks/problems/ProblemCard";
import { useMe } from "@ensemble/blocks/session-queries";
import { TaskProgress } from "@ensemble/blocks/tasks/TaskProgress";
import { isActive } from "@ensemble/blocks/tasks/task-kind";
import { useTask } from "@ensemble/blocks/tasks/use-task";
import { useProblemText } from "@ensemble/i18n/problem-text";
import { useText } from "@ensemble/i18n/text";
import { IconButton } from "@ensemble/ui/IconButton";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useEffect, useRef } from "react";
import { refreshGallery } from "../gallery/gallery-queries";
import { imageTasks, quietTasks, retryTaskMutation } from "../image-queries";
import { Thumbnail } from "../Thumbnail";
import { useStageText, useTaskTitle } from "../use-task-texts";
import type { Image, ImageTask } from "../wire";

/** A request: its progress with a stop button, its images with what they cost, or why it failed. */
export function TaskCard({
  taskId,
  follows = true,
  onOpen,
  onDismiss,
}: {
  taskId: string;
  /** False where many are shown: it is polled then. */
  follows?: boolean;
  onOpen: (image: Image) => void;
  onDismiss: () => void;
}) {
  const text = useText("images");
  const stageText = useStageText();
  const titleOf = useTaskTitle();
  const { data: task } = useTask(imageTasks, taskId);
  useGalleryAfter(task);
  if (!task) return null;
  const active = isActive(task.state);
  return (
    <li className="flex flex-col gap-2 rounded-md bg-raised p-3 shadow-[inset_0_0_0_1px_var(--line)]">
      <div className="flex items-start gap-2">
        <p className="plain-bidi line-clamp-2 min-w-0 flex-1 text-sm">{titleOf(task)}</p>
        {active ? null : <IconButton size="sm" label={text("dismiss")} icon={<X />} onClick={onDismiss} />}
      </div>
      <TaskProgress
        kind={follows ? imageTasks : quietTasks}
        task={task}
        label={active ? stageText(task.stage) : null}
      />
      {task.images.length > 0 ? (
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(7rem,1fr))] gap-2">
          {task.images.map((image) => (
            <li key={image.id}>
              <button
                type="button"
                className="block w-full overflow-hidden rounded-md"
                onClick={() => onOpen(image)}
              >
                <Thumbnail image={image} />
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      <Outcome task={task} />
    </li>
  );
}

/** Receipt of a request that is over, or its failure with the cause and a retry. */
export function Outcome({ task }: { task: ImageTask }) {
  const text = useText("images");
  const priceText = usePriceText();
  const problemText = useProblemText();
  const { role } = useMe();
  const retry = useMutation(retryTaskMutation(useQueryClient()));
  const charged = task.charged ?? 0;
  if (task.state === "cancelled")
    return (
      <p role="status" className="text-muted text-sm">
        {charged > 0
          ? text("stopped_charged", { price: priceText("advanced_credit", charged) })
          : text("stopped_free")}
      </p>
    );
  if (task.state === "succeeded")
    return task.charged === null ? null : (
      <p className="text-faint text-xs">
        {charged > 0
          ? text("charged", { price: priceText("advanced_credit", charged) })
          : text("charged_nothing")}
      </p>
    );
  if (task.state !== "failed" || !task.problem) return null;
  return (
    <div className="flex flex-col gap-1">
      <ProblemCard
        problem={withCause(task)}
        operator={role === "operator"}
        onRetry={() => retry.mutate(task.id)}
      />
      {task.cause ? <p className="plain-bidi text-muted text-sm">{problemText(task.cause)}</p> : null}
      {task.charged === 0 ? <p className="text-faint text-xs">{text("not_charged")}</p> : null}
    </div>
  );
}

/** Returns the problem of a task with the wait that its cause asks for, which delays the retry. */
const withCause = ({ problem, cause }: ImageTask) => {
  if (!problem) throw new Error("a failed task has a problem");
  return { ...problem, params: { ...cause?.params, ...problem.params } };
};

/** Reads the gallery again when a task that was watched has ended. */
function useGalleryAfter(task: ImageTask | undefined): void {
  const client = useQueryClient();
  const wasActive = useRef(false);
  const active = task !== undefined && isActive(task.state);
  useEffect(() => {
    if (wasActive.current && !active) void refreshGallery(client);
    wasActive.current = active;
  }, [client, active]);
}
