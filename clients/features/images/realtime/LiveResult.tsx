import "../checkered.css";
import { fileContentUrl } from "@ensemble/contract/send-chunk";
import type { Image } from "@ensemble/contract/wire";
import { AppLink } from "@ensemble/host/navigation";
import { useText } from "@ensemble/i18n/text";
import { buttonStyle } from "@ensemble/ui/button-styles";
import { EmptyState } from "@ensemble/ui/feedback/EmptyState";
import { Spinner } from "@ensemble/ui/feedback/Spinner";
import { Brush, Images, Radio } from "lucide-react";
import { useState } from "react";
import { DownloadButton } from "../DownloadButton";
import { IMAGE_PLACES } from "../places";
import { Thumbnail } from "../Thumbnail";
import { useImageName } from "../use-image-name";
import type { Live } from "./use-live";

/** Result of a live session: the newest image, and those before it. */
export function LiveResult({ live, empty }: { live: Live; empty: string }) {
  const text = useText("image_apps");
  const images = useText("images");
  const nameOf = useImageName();
  const [chosen, setChosen] = useState<string | null>(null);
  const newest = live.images[0];
  // What comes next is shown, also when an earlier one was looked at.
  const [seen, setSeen] = useState(newest?.id);
  if (newest?.id !== seen) {
    setSeen(newest?.id);
    setChosen(null);
  }
  const shown = live.images.find(({ id }) => id === chosen) ?? newest;
  if (!shown)
    return (
      <div className="flex min-h-60 flex-1 items-center justify-center p-6">
        {live.state.isBusy ? (
          <p role="status" className="flex items-center gap-2 text-muted text-sm">
            <Spinner />
            {text("live.making")}
          </p>
        ) : (
          <EmptyState icon={<Radio />} title={text("live.empty")} description={empty} />
        )}
      </div>
    );
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-3 p-4 sm:p-6">
      <div className="relative flex min-h-0 flex-1 items-center justify-center">
        <img
          src={fileContentUrl(shown.file_id)}
          alt={nameOf(shown)}
          width={shown.width}
          height={shown.height}
          className="checkered h-auto max-h-full w-auto max-w-full rounded-md object-contain"
        />
        {live.state.isBusy ? (
          <span
            role="status"
            className="absolute end-2 top-2 flex items-center gap-2 rounded-full bg-raised px-3 py-1 text-sm shadow-float"
          >
            <Spinner />
            {text("live.making")}
          </span>
        ) : null}
      </div>
      <div className="flex flex-none flex-wrap items-center gap-2">
        <AppLink to={IMAGE_PLACES.image(shown.id)} className={buttonStyle("secondary", "sm")}>
          <Images className="size-4" aria-hidden="true" />
          {text("live.open")}
        </AppLink>
        <AppLink to={IMAGE_PLACES.editor(shown.id)} className={buttonStyle("secondary", "sm")}>
          <Brush className="size-4" aria-hidden="true" />
          {images("edit")}
        </AppLink>
        <DownloadButton image={shown} title={nameOf(shown)} />
      </div>
      {live.images.length > 1 ? <Strip images={live.images} shown={shown.id} onChoose={setChosen} /> : null}
    </div>
  );
}

function Strip({
  images,
  shown,
  onChoose,
}: {
  images: readonly Image[];
  shown: string;
  onChoose: (id: string) => void;
}) {
  const text = useText("image_apps");
  const nameOf = useImageName();
  return (
    <ul aria-label={text("live.earlier")} className="-m-1 flex flex-none gap-2 overflow-x-auto p-1">
      {images.map((image) => (
        <li key={image.id} className="flex-none">
          <button
            type="button"
            aria-label={nameOf(image)}
            aria-pressed={image.id === shown}
            onClick={() => onChoose(image.id)}
            className="block size-14 overflow-hidden rounded-sm aria-pressed:outline-2 aria-pressed:outline-accent"
          >
            <Thumbnail image={image} className="size-full" />
          </button>
        </li>
      ))}
    </ul>
  );
}
