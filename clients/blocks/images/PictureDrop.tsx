import clsx from "clsx";
import { type ReactNode, useEffect, useEffectEvent, useState } from "react";
import { droppedImages, hasFiles, hasImages } from "./drag-images";
import { picturesIn } from "./send-picture";

/** Place onto which pictures are dropped: files, and images of the gallery where those are taken. */
export function PictureDrop({
  onFiles,
  onImages,
  paste = false,
  className,
  children,
}: {
  /** Absent: files are not taken. */
  onFiles?: (files: File[]) => void;
  onImages?: (ids: string[]) => void;
  /** Also takes pictures that are pasted anywhere in the page. */
  paste?: boolean;
  className?: string;
  children: ReactNode;
}) {
  const [over, setOver] = useState(false);
  const takes = (event: { dataTransfer: DataTransfer | null }) =>
    (onFiles !== undefined && hasFiles(event)) || (onImages !== undefined && hasImages(event));
  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    const files = picturesIn(event.clipboardData?.files ?? []);
    if (!paste || !onFiles || files.length === 0 || event.defaultPrevented) return;
    event.preventDefault();
    onFiles(files);
  });
  useEffect(() => {
    document.addEventListener("paste", onPaste);
    return () => document.removeEventListener("paste", onPaste);
  }, []);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping has a button beside it that does the same
    <div
      className={clsx(className, over && "outline-2 outline-accent outline-dashed outline-offset-2")}
      onDragOver={(event) => {
        if (!takes(event)) return;
        // A place inside of this one takes it.
        setOver(!event.defaultPrevented);
        event.preventDefault();
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
      }}
      onDrop={(event) => {
        setOver(false);
        if (!takes(event)) return;
        event.preventDefault();
        event.stopPropagation();
        const ids = droppedImages(event);
        if (ids.length > 0) onImages?.(ids);
        else onFiles?.(picturesIn(event.dataTransfer.files));
      }}
    >
      {children}
    </div>
  );
}
