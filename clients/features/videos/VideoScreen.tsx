import { TaskPage } from "./detail/TaskPage";
import { VideosPage, type VideosPageProps } from "./VideosPage";

/** /home/video (spec §2), and one request at /home/video/{task}. */
export const VideoScreen = ({ task, ...given }: VideosPageProps & { task?: string }) =>
  task ? <TaskPage key={task} taskId={task} /> : <VideosPage {...given} />;
