import { PanelProblem } from "@ensemble/blocks/PanelProblem";
import type { Video } from "@ensemble/contract/wire";
import { useText } from "@ensemble/i18n/text";
import { Dialog } from "@ensemble/ui/dialogs/Dialog";
import { useQuery } from "@tanstack/react-query";
import { useVideoName } from "../use-video-name";
import { videoQuery } from "../video-queries";
import { VideoActions } from "./VideoActions";
import { VideoFacts } from "./VideoFacts";
import { VideoPlayer } from "./VideoPlayer";

/** A video at its full size: how it was made, and what can be done with it. */
export function VideoDialog({
  opened,
  onUse,
  onRemix,
  onClose,
}: {
  opened: Video;
  onUse?: (video: Video) => void;
  onRemix?: (video: Video) => void;
  onClose: () => void;
}) {
  const text = useText("videos");
  const nameOf = useVideoName();
  const {
    data: video = opened,
    error,
    refetch,
  } = useQuery({
    ...videoQuery(opened.id),
    placeholderData: opened,
    enabled: opened.deleted_at === null,
  });
  return (
    <Dialog
      open
      width="lg"
      onOpenChange={(open) => !open && onClose()}
      title={titleOf(nameOf(video))}
      closeLabel={text("close")}
      footer={<VideoActions video={video} onUse={onUse} onRemix={onRemix} onGone={onClose} />}
    >
      <div className="flex flex-col gap-4">
        {error ? <PanelProblem error={error} onRetry={() => void refetch()} /> : null}
        <VideoPlayer video={video} />
        <VideoFacts video={video} />
      </div>
    </Dialog>
  );
}

const TITLE_MAX_CHARS = 60;

/** Returns the start of a prompt, which may be long. */
function titleOf(name: string): string {
  const letters = [...name.replace(/\s+/g, " ")];
  return letters.length > TITLE_MAX_CHARS ? `${letters.slice(0, TITLE_MAX_CHARS).join("")}…` : name;
}
