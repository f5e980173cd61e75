import type { Video } from "@ensemble/contract/wire";
import { useLocale, useText } from "@ensemble/i18n/text";
import { IconButton } from "@ensemble/ui/IconButton";
import clsx from "clsx";
import { Play, Star } from "lucide-react";
import { useRef } from "react";
import { useVideoName } from "../use-video-name";
import { stillUrl } from "../video-name";

/** A video of the history: plays without sound while it is pointed at or has the focus, and opens on click. */
export function VideoCell({
  video,
  onOpen,
  onStar,
}: {
  video: Video;
  onOpen: (video: Video) => void;
  onStar: (video: Video) => void;
}) {
  const text = useText("videos");
  const { locale } = useLocale();
  const title = useVideoName()(video);
  const player = useRef<HTMLVideoElement>(null);
  const play = () => {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    // A browser that plays nothing unasked, or was stopped meanwhile, leaves the still.
    player.current?.play().catch(() => undefined);
  };
  const stop = () => {
    if (!player.current) return;
    player.current.pause();
    player.current.currentTime = 0;
  };
  return (
    <div className="group relative aspect-video">
      <button
        type="button"
        aria-label={title}
        className="block size-full overflow-hidden rounded-md bg-sunken"
        onClick={() => onOpen(video)}
        onPointerEnter={play}
        onPointerLeave={stop}
        onFocus={play}
        onBlur={stop}
      >
        <video
          ref={player}
          src={stillUrl(video)}
          preload="metadata"
          muted
          loop
          playsInline
          tabIndex={-1}
          aria-hidden="true"
          className="size-full object-cover"
        />
      </button>
      <span
        aria-hidden="true"
        className="pointer-events-none absolute start-2 bottom-2 flex items-center gap-1 rounded-sm bg-[rgb(0_0_0/0.65)] px-1.5 py-0.5 text-white text-xs tabular-nums"
      >
        <Play className="size-3 fill-current" />
        {video.seconds === null ? null : secondsText(video.seconds, locale)}
      </span>
      {video.deleted_at === null ? (
        <IconButton
          size="sm"
          label={text(video.starred ? "unstar" : "star", { title })}
          aria-pressed={video.starred}
          icon={<Star className={video.starred ? "fill-current" : undefined} />}
          className={clsx(
            "absolute end-1 top-1 bg-[rgb(0_0_0/0.55)] text-white hover:bg-[rgb(0_0_0/0.75)] hover:text-white aria-pressed:!text-[#ffd34d]",
            video.starred ? null : "opacity-0 focus-visible:opacity-100 group-hover:opacity-100 touch:hidden",
          )}
          onClick={() => onStar(video)}
        />
      ) : null}
    </div>
  );
}

const secondsText = (seconds: number, locale: string) =>
  new Intl.NumberFormat(locale, { style: "unit", unit: "second", unitDisplay: "narrow" }).format(seconds);
