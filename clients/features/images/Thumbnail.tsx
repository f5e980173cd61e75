import type { Image } from "@ensemble/contract/wire";
import clsx from "clsx";
import { thumbnailUrl } from "./image-queries";
import { useImageName } from "./use-image-name";

/** Small square of an image. It has its place before it is loaded, so that nothing shifts. */
export function Thumbnail({ image, className }: { image: Image; className?: string }) {
  const nameOf = useImageName();
  return (
    <img
      src={thumbnailUrl(image.id)}
      alt={nameOf(image)}
      loading="lazy"
      decoding="async"
      draggable={false}
      width={512}
      height={512}
      className={clsx("aspect-square h-auto w-full bg-sunken object-cover", className)}
    />
  );
}
