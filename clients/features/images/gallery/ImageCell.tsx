import { dragImages } from "@ensemble/blocks/images/drag-images";
import type { Image } from "@ensemble/contract/wire";
import { useText } from "@ensemble/i18n/text";
import { IconButton } from "@ensemble/ui/IconButton";
import clsx from "clsx";
import { Check, Star } from "lucide-react";
import { memo } from "react";
import { Thumbnail } from "../Thumbnail";
import { useImageName } from "../use-image-name";
import type { Selection } from "./use-selection";

/**
 * An image of the grid: opens on click, is starred, selected, and dragged onto a board or into the form. It renders
 * again only when its own props change, not with each step of scrolling.
 */
export const ImageCell = memo(function ImageCell({
  image,
  index,
  isTabStop,
  selection,
  onOpen,
  onStar,
  onFocus,
}: {
  image: Image;
  index: number;
  isTabStop: boolean;
  selection: Selection;
  onOpen: (image: Image) => void;
  onStar: (image: Image) => void;
  onFocus: (index: number) => void;
}) {
  const text = useText("images");
  const nameOf = useImageName();
  const title = nameOf(image);
  const selecting = selection.chosen !== null;
  const isChosen = selection.chosen?.has(image.id) ?? false;
  const dragged = isChosen ? [...(selection.chosen?.keys() ?? [])] : [image.id];
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: what dragging does is in the image's menu, too
    <div
      className="group relative size-full"
      draggable={image.deleted_at === null}
      onDragStart={(event) => dragImages(event, dragged)}
    >
      <button
        type="button"
        data-index={index}
        tabIndex={isTabStop ? 0 : -1}
        aria-label={title}
        aria-pressed={selecting ? isChosen : undefined}
        onClick={() => (selecting ? selection.toggle(image) : onOpen(image))}
        onFocus={() => onFocus(index)}
        className={clsx(
          "block size-full overflow-hidden rounded-md bg-sunken",
          isChosen && "outline-3 outline-accent -outline-offset-3",
        )}
      >
        <Thumbnail image={image} className="size-full" />
      </button>
      {isChosen ? (
        <span
          aria-hidden="true"
          className="pointer-events-none absolute end-2 top-2 flex size-6 items-center justify-center rounded-full bg-accent text-on-accent"
        >
          <Check className="size-4" />
        </span>
      ) : null}
      {selecting || image.deleted_at !== null ? null : (
        <IconButton
          size="sm"
          tabIndex={isTabStop ? 0 : -1}
          label={text(image.starred ? "unstar" : "star", { title })}
          aria-pressed={image.starred}
          icon={<Star className={image.starred ? "fill-current" : undefined} />}
          className={clsx(
            "absolute end-1 top-1 bg-[rgb(0_0_0/0.55)] text-white hover:bg-[rgb(0_0_0/0.75)] hover:text-white aria-pressed:!text-[#ffd34d]",
            image.starred ? null : "opacity-0 focus-visible:opacity-100 group-hover:opacity-100 touch:hidden",
          )}
          onClick={() => onStar(image)}
        />
      )}
    </div>
  );
});
