import type { Video } from "@ensemble/contract/wire";
import { useText } from "@ensemble/i18n/text";
import { useState } from "react";
import { useVideoName } from "../use-video-name";
import { stillUrl } from "../video-name";

/** Plays a video. A file that the browser cannot play says so, and can still be downloaded. */
export function VideoPlayer({ video }: { video: Video }) {
  const text = useText("videos");
  const nameOf = useVideoName();
  const [failed, setFailed] = useState(false);
  return (
    <div className="flex flex-col gap-2">
      {/* biome-ignore lint/a11y/useMediaCaption: providers make no captions, and nobody knows what is said */}
      <video
        key={video.id}
        src={stillUrl(video)}
        aria-label={nameOf(video)}
        controls
        loop
        playsInline
        preload="metadata"
        className="aspect-video max-h-[60dvh] w-full rounded-md bg-black object-contain"
        onError={() => setFailed(true)}
      />
      {failed ? (
        <p role="alert" className="text-danger text-sm">
          {text("cannot_play")}
        </p>
      ) : null}
    </div>
  );
}
