import { api } from "@ensemble/contract/api";
import { fileContentPath } from "@ensemble/contract/send-chunk";
import type { Video } from "@ensemble/contract/wire";
import { useHost } from "@ensemble/host/HostContext";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { IconButton } from "@ensemble/ui/IconButton";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Download, History, Shuffle, Star, Trash2, Undo2 } from "lucide-react";
import { starVideoMutation } from "../history/history-queries";
import { useDeleteVideo } from "../history/use-delete-video";
import { useVideoName } from "../use-video-name";
import { downloadName } from "../video-name";

/** What can be done with a video. */
export function VideoActions({
  video,
  onUse,
  onRemix,
  onGone,
}: {
  video: Video;
  /** Absent without a model: there is no form to fill. */
  onUse?: (video: Video) => void;
  onRemix?: (video: Video) => void;
  /** Called once it was deleted or restored. */
  onGone: () => void;
}) {
  const text = useText("videos");
  const title = useVideoName()(video);
  const star = useMutation(starVideoMutation(useQueryClient()));
  const { remove, restore } = useDeleteVideo();
  if (video.deleted_at !== null)
    return (
      <Button
        size="sm"
        icon={<Undo2 className="size-4 rtl:-scale-x-100" aria-hidden="true" />}
        onClick={() => {
          restore(video);
          onGone();
        }}
      >
        {text("restore")}
      </Button>
    );
  return (
    <>
      <IconButton
        size="sm"
        label={text(video.starred ? "unstar" : "star", { title })}
        aria-pressed={video.starred}
        icon={<Star className={video.starred ? "fill-current" : undefined} />}
        onClick={() => star.mutate(video)}
      />
      <IconButton
        size="sm"
        label={text("delete_title", { title })}
        icon={<Trash2 />}
        onClick={() => {
          remove(video);
          onGone();
        }}
      />
      <DownloadButton video={video} />
      {onUse ? (
        <Button
          size="sm"
          icon={<History className="size-4" aria-hidden="true" />}
          onClick={() => onUse(video)}
        >
          {text("use_settings")}
        </Button>
      ) : null}
      {onRemix ? (
        <Button
          size="sm"
          kind="primary"
          icon={<Shuffle className="size-4" aria-hidden="true" />}
          onClick={() => onRemix(video)}
        >
          {text("remix")}
        </Button>
      ) : null}
    </>
  );
}

function DownloadButton({ video }: { video: Video }) {
  const text = useText("videos");
  const { saveFile } = useHost();
  const download = useMutation({
    mutationFn: async () => {
      const { content } = await api.getFile(fileContentPath(video.file_id));
      await saveFile(downloadName(video), content);
    },
  });
  return (
    <Button
      size="sm"
      busy={download.isPending}
      icon={<Download className="size-4" aria-hidden="true" />}
      onClick={() => download.mutate()}
    >
      {text("download")}
    </Button>
  );
}
