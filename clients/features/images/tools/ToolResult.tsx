import { usePictureError } from "@ensemble/blocks/images/use-picture-error";
import { TaskProgress } from "@ensemble/blocks/tasks/TaskProgress";
import { isActive } from "@ensemble/blocks/tasks/task-kind";
import { useStageText } from "@ensemble/blocks/tasks/use-stage-text";
import { useTask } from "@ensemble/blocks/tasks/use-task";
import { fileContentUrl } from "@ensemble/contract/send-chunk";
import type { Image } from "@ensemble/contract/wire";
import { AppLink } from "@ensemble/host/navigation";
import { factsLine, fileSize } from "@ensemble/i18n/formats";
import { useLocale, useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { buttonStyle } from "@ensemble/ui/button-styles";
import { Notice } from "@ensemble/ui/feedback/Notice";
import { Spinner } from "@ensemble/ui/feedback/Spinner";
import { IconButton } from "@ensemble/ui/IconButton";
import { Brush, X } from "lucide-react";
import { DownloadButton } from "../DownloadButton";
import { useGalleryAfter } from "../gallery/use-gallery-after";
import { imageTasks, quietTasks } from "../image-queries";
import { IMAGE_PLACES } from "../places";
import { Outcome } from "../studio/Outcome";
import { CompareSlider } from "./CompareSlider";
import type { ToolItem } from "./use-tool-run";

/** A picture of the queue: waiting, on its way, or made, beside what it was. */
export function ToolResult({
  item,
  name,
  follows,
  onRemove,
  onAgain,
}: {
  item: ToolItem;
  /** Name of the tool, for pictures without a file. */
  name: string;
  /** False where many are at work: it is polled then. */
  follows: boolean;
  onRemove: () => void;
  onAgain: () => void;
}) {
  const text = useText("images");
  const errorText = usePictureError();
  const stageText = useStageText();
  const { data: task } = useTask(imageTasks, item.taskId ?? undefined);
  useGalleryAfter(task);
  const title = item.name || name;
  const busy = item.state === "sending" || (task ? isActive(task.state) : item.state === "sent");
  return (
    <li className="flex flex-col gap-3 rounded-md bg-raised p-3 shadow-[inset_0_0_0_1px_var(--line)]">
      <div className="flex items-center gap-3">
        {item.preview && !task?.images.length ? (
          <img src={item.preview} alt="" className="size-12 flex-none rounded-sm bg-sunken object-cover" />
        ) : null}
        <p className="plain-bidi min-w-0 flex-1 truncate text-sm">{title}</p>
        {busy ? null : (
          <IconButton size="sm" label={text("remove_title", { title })} icon={<X />} onClick={onRemove} />
        )}
      </div>
      {item.state === "sending" ? (
        <p role="status" className="flex items-center gap-2 text-muted text-sm">
          <Spinner />
          {text("sending")}
        </p>
      ) : null}
      {item.state === "refused" ? (
        <Notice
          tone="danger"
          action={
            <Button size="sm" onClick={onAgain}>
              {text("try_again")}
            </Button>
          }
        >
          {errorText(item.error)}
        </Notice>
      ) : null}
      {task ? (
        <>
          <TaskProgress
            kind={follows ? imageTasks : quietTasks}
            task={task}
            label={isActive(task.state) ? stageText(task.stage) : null}
          />
          {task.images.map((image) => (
            <Made key={image.id} image={image} before={item.preview} title={title} />
          ))}
          <Outcome task={task} />
        </>
      ) : null}
    </li>
  );
}

function Made({ image, before, title }: { image: Image; before: string | null; title: string }) {
  const text = useText("images");
  const { locale } = useLocale();
  const content = fileContentUrl(image.file_id);
  return (
    <div className="flex flex-col gap-3">
      {before ? (
        <CompareSlider
          before={before}
          after={content}
          width={image.width}
          height={image.height}
          alt={title}
        />
      ) : (
        <img
          src={content}
          alt={title}
          width={image.width}
          height={image.height}
          className="checkered mx-auto h-auto max-h-[70dvh] w-auto max-w-full rounded-md"
        />
      )}
      <div className="flex flex-wrap items-center gap-2">
        <span className="min-w-0 flex-1 text-muted text-xs">
          {factsLine([
            `${image.width} × ${image.height}`,
            image.media_type.replace("image/", "").toUpperCase(),
            fileSize(image.size_bytes, locale),
          ])}
        </span>
        <AppLink to={IMAGE_PLACES.editor(image.id)} className={buttonStyle("secondary", "sm")}>
          <Brush className="size-4" aria-hidden="true" />
          {text("edit")}
        </AppLink>
        <DownloadButton image={image} title={title} kind="primary" />
      </div>
    </div>
  );
}
