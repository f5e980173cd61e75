import { TaskProgress } from "@ensemble/blocks/tasks/TaskProgress";
import { isActive } from "@ensemble/blocks/tasks/task-kind";
import { useStageText } from "@ensemble/blocks/tasks/use-stage-text";
import { useTask } from "@ensemble/blocks/tasks/use-task";
import type { Image } from "@ensemble/contract/wire";
import { useText } from "@ensemble/i18n/text";
import { IconButton } from "@ensemble/ui/IconButton";
import { X } from "lucide-react";
import { useGalleryAfter } from "../gallery/use-gallery-after";
import { draftUrl, imageTasks, quietTasks } from "../image-queries";
import { Thumbnail } from "../Thumbnail";
import { useTaskTitle } from "../use-task-texts";
import { Outcome } from "./Outcome";

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
      {active && task.draft ? <Draft taskId={taskId} number={task.draft} /> : null}
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

/** What the model has made of the image so far. */
function Draft({ taskId, number }: { taskId: string; number: number }) {
  const text = useText("images");
  return (
    <img
      src={draftUrl(taskId, number)}
      alt={text("draft", { number })}
      className="mx-auto max-h-72 max-w-full rounded-md bg-sunken"
      // The image itself has come meanwhile.
      onError={({ currentTarget }) => {
        currentTarget.hidden = true;
      }}
      onLoad={({ currentTarget }) => {
        currentTarget.hidden = false;
      }}
    />
  );
}
