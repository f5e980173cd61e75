import { isActive } from "@ensemble/blocks/tasks/task-kind";
import { useTask } from "@ensemble/blocks/tasks/use-task";
import type { Video } from "@ensemble/contract/wire";
import { AppLink } from "@ensemble/host/navigation";
import { useText } from "@ensemble/i18n/text";
import { IconButton } from "@ensemble/ui/IconButton";
import { X } from "lucide-react";
import { VIDEO_PLACES } from "../places";
import { useVideoName } from "../use-video-name";
import { videoTasks } from "../video-queries";
import { TaskStatus } from "./TaskStatus";
import { VideoPlayer } from "./VideoPlayer";

/** A request: its progress, its video with what it cost, or why it failed. */
export function TaskCard({
  taskId,
  follows,
  onOpen,
  onDismiss,
}: {
  taskId: string;
  follows: boolean;
  onOpen: (video: Video) => void;
  onDismiss: () => void;
}) {
  const text = useText("videos");
  const nameOf = useVideoName();
  const { data: task } = useTask(videoTasks, taskId);
  if (!task) return null;
  return (
    <li className="flex flex-col gap-2 rounded-md bg-raised p-3 shadow-[inset_0_0_0_1px_var(--line)]">
      <div className="flex items-start gap-2">
        <AppLink
          to={VIDEO_PLACES.task(task.id)}
          className="plain-bidi line-clamp-2 min-w-0 flex-1 text-sm hover:underline"
        >
          {nameOf(task.work)}
        </AppLink>
        {isActive(task.state) ? null : (
          <IconButton size="sm" label={text("dismiss")} icon={<X />} onClick={onDismiss} />
        )}
      </div>
      <TaskStatus task={task} follows={follows} />
      {task.videos.map((video) => (
        <div key={video.id} className="flex max-w-md flex-col gap-2">
          <VideoPlayer video={video} />
          <button
            type="button"
            className="self-start text-muted text-sm hover:text-ink hover:underline touch:min-h-11"
            onClick={() => onOpen(video)}
          >
            {text("details")}
          </button>
        </div>
      ))}
    </li>
  );
}
