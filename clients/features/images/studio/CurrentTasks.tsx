import { useCurrentTasks } from "@ensemble/blocks/tasks/use-current-tasks";
import type { Image } from "@ensemble/contract/wire";
import { useText } from "@ensemble/i18n/text";
import { FOLLOWED_MAX, imageTasks } from "../image-queries";
import { TaskCard } from "./TaskCard";

/** Requests in progress, of this page and of others, and the outcome of those begun here. */
export function CurrentTasks({
  begun,
  onOpen,
}: {
  begun: readonly string[];
  onOpen: (image: Image) => void;
}) {
  const text = useText("images");
  const { shown, dismiss } = useCurrentTasks(imageTasks, begun);
  if (shown.length === 0) return null;
  return (
    <ul aria-label={text("current_tasks")} className="flex flex-col gap-3">
      {shown.map((id, at) => (
        <TaskCard
          key={id}
          taskId={id}
          follows={at < FOLLOWED_MAX}
          onOpen={onOpen}
          onDismiss={() => dismiss(id)}
        />
      ))}
    </ul>
  );
}
