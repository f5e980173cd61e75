import { fileContentUrl } from "@ensemble/contract/send-chunk";
import type { Image } from "@ensemble/contract/wire";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { IconButton } from "@ensemble/ui/IconButton";
import { History, PencilLine } from "lucide-react";
import { DownloadButton } from "../DownloadButton";
import { useImageName } from "../use-image-name";
import type { Turn } from "./artist-turns";

/** A turn: what was asked, and the pictures that came of it. */
export function TurnView({
  turn,
  baseId,
  onOpen,
  onRecall,
  onBase,
}: {
  turn: Turn;
  /** Id of the picture that the next turn edits. */
  baseId: string | null;
  onOpen: (imageId: string) => void;
  onRecall: () => void;
  onBase: (imageId: string) => void;
}) {
  const text = useText("images");
  return (
    <li className="flex flex-col gap-3">
      {turn.prompt ? (
        <div className="flex items-start gap-1 self-end">
          <IconButton size="sm" label={text("use_prompt")} icon={<History />} onClick={onRecall} />
          <p className="plain-bidi whitespace-pre-wrap rounded-lg bg-bubble px-4 py-2.5 [overflow-wrap:anywhere]">
            {turn.prompt}
          </p>
        </div>
      ) : null}
      <ul className="flex flex-wrap gap-3">
        {turn.images.map((image) => (
          <TurnImage
            key={image.id}
            image={image}
            isBase={image.id === baseId}
            onOpen={() => onOpen(image.id)}
            onBase={() => onBase(image.id)}
          />
        ))}
      </ul>
    </li>
  );
}

const HEIGHT_MAX = "26rem";

function TurnImage({
  image,
  isBase,
  onOpen,
  onBase,
}: {
  image: Image;
  isBase: boolean;
  onOpen: () => void;
  onBase: () => void;
}) {
  const text = useText("images");
  const nameOf = useImageName();
  const title = nameOf(image);
  return (
    <li className="flex w-full flex-col gap-2">
      <button type="button" className="block w-fit max-w-full" onClick={onOpen}>
        <img
          src={fileContentUrl(image.file_id)}
          alt={title}
          width={image.width}
          height={image.height}
          loading="lazy"
          className="h-auto rounded-md bg-sunken"
          // Known before it is loaded, so that what is below stays where it is.
          style={{ width: `min(100%, calc(${HEIGHT_MAX} * ${image.width / image.height}))` }}
        />
      </button>
      <div className="flex items-center gap-2">
        {isBase ? (
          <span className="text-accent-ink text-sm">{text("edited_next")}</span>
        ) : (
          <Button size="sm" icon={<PencilLine className="size-4" aria-hidden="true" />} onClick={onBase}>
            {text("edit_this")}
          </Button>
        )}
        <DownloadButton image={image} title={title} kind="ghost" />
      </div>
    </li>
  );
}
