import { TaskBoundary } from "@ensemble/blocks/tasks/TaskBoundary";
import { useTask } from "@ensemble/blocks/tasks/use-task";
import type { VideoTask } from "@ensemble/contract/wire";
import { AppLink, useNavigation } from "@ensemble/host/navigation";
import { useText } from "@ensemble/i18n/text";
import { buttonStyle } from "@ensemble/ui/button-styles";
import { EmptyState } from "@ensemble/ui/feedback/EmptyState";
import { useQuery } from "@tanstack/react-query";
import { ArrowLeft, Trash2 } from "lucide-react";
import { VIDEO_PLACES } from "../places";
import { useVideoName } from "../use-video-name";
import { videoModelsQuery, videoTasks } from "../video-queries";
import { PromptBox } from "./PromptBox";
import { TaskStatus } from "./TaskStatus";
import { VideoActions } from "./VideoActions";
import { VideoFacts } from "./VideoFacts";
import { VideoPlayer } from "./VideoPlayer";

/** One request and its video; notices lead here. */
export function TaskPage({ taskId }: { taskId: string }) {
  const text = useText("videos");
  const nameOf = useVideoName();
  const query = useTask(videoTasks, taskId);
  const title = query.data ? nameOf(query.data.work) : text("video");
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <title>{`${title} · ${text("product")}`}</title>
      <header className="flex flex-none items-center gap-2 border-line border-b px-4 py-2 sm:px-6">
        <AppLink to={VIDEO_PLACES.videos} aria-label={text("back")} className={buttonStyle("ghost", "sm")}>
          <ArrowLeft className="size-4 rtl:-scale-x-100" aria-hidden="true" />
        </AppLink>
        <h1 className="min-w-0 flex-1 truncate font-semibold text-xl">
          <bdi>{title}</bdi>
        </h1>
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto px-4 py-6 sm:px-6">
        <div className="mx-auto flex max-w-3xl flex-col gap-6">
          <TaskBoundary query={query}>{(task) => <Task task={task} />}</TaskBoundary>
        </div>
      </div>
    </div>
  );
}

function Task({ task }: { task: VideoTask }) {
  const text = useText("videos");
  const { navigate } = useNavigation();
  const { data: models = [] } = useQuery(videoModelsQuery);
  const hasForm = models.length > 0;
  const isGone = task.state === "succeeded" && task.videos.length === 0;
  return (
    <>
      <TaskStatus task={task} />
      {task.videos.length === 0 ? <PromptBox prompt={task.work.prompt} /> : null}
      {isGone ? <EmptyState icon={<Trash2 />} title={text("video_gone")} /> : null}
      {task.videos.map((video) => (
        <article key={video.id} className="flex flex-col gap-4">
          <VideoPlayer video={video} />
          <div className="flex flex-wrap justify-end gap-2">
            <VideoActions
              video={video}
              onUse={hasForm ? ({ id }) => navigate(VIDEO_PLACES.use(id)) : undefined}
              onRemix={hasForm ? ({ id }) => navigate(VIDEO_PLACES.remix(id)) : undefined}
              onGone={() => navigate(VIDEO_PLACES.videos)}
            />
          </div>
          <VideoFacts video={video} />
        </article>
      ))}
    </>
  );
}
