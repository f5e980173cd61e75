import { FILES_MAX } from "@ensemble/contract/generated/limits/files";
import type { Image } from "@ensemble/contract/wire";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Download, MessageCircleQuestion, Star, Trash2, Undo2 } from "lucide-react";
import { useAskAboutImages } from "../ask-about-images";
import { useDownloadImages } from "../use-download-images";
import { changeImagesMutation } from "./gallery-queries";
import { MoveMenu } from "./MoveMenu";
import { useDeleteImages } from "./use-delete-images";

/** Actions on the selected images. */
export function SelectionBar({
  images,
  trash,
  onAll,
  onDone,
}: {
  images: readonly Image[];
  trash: boolean;
  onAll: () => void;
  onDone: () => void;
}) {
  const text = useText("images");
  const download = useDownloadImages();
  const ask = useAskAboutImages();
  const change = useMutation(changeImagesMutation(useQueryClient()));
  const { remove, restore } = useDeleteImages();
  const none = images.length === 0;
  return (
    <div className="sticky top-0 z-20 flex flex-wrap items-center gap-2 rounded-md bg-raised px-3 py-2 shadow-float">
      <span role="status" className="me-auto text-sm tabular-nums">
        {text("selected", { count: images.length })}
      </span>
      <Button size="sm" kind="ghost" onClick={onAll}>
        {text("select_all")}
      </Button>
      {trash ? (
        <Button
          size="sm"
          disabled={none}
          icon={<Undo2 className="size-4 rtl:-scale-x-100" aria-hidden="true" />}
          onClick={() => {
            restore(images);
            onDone();
          }}
        >
          {text("restore")}
        </Button>
      ) : (
        <>
          <Button
            size="sm"
            disabled={none}
            icon={<Star className="size-4" aria-hidden="true" />}
            onClick={() => change.mutate({ images, change: { starred: true } })}
          >
            {text("favorite")}
          </Button>
          <MoveMenu images={images} disabled={none} />
          <Button
            size="sm"
            disabled={none || images.length > FILES_MAX}
            busy={ask.isPending}
            icon={<MessageCircleQuestion className="size-4" aria-hidden="true" />}
            onClick={() => ask.mutate(images)}
          >
            {text("ask_in_chat")}
          </Button>
          <Button
            size="sm"
            disabled={none}
            busy={download.isPending}
            icon={<Download className="size-4" aria-hidden="true" />}
            onClick={() => download.mutate(images.map(({ id }) => id))}
          >
            {text("download")}
          </Button>
          <Button
            size="sm"
            kind="danger"
            disabled={none}
            icon={<Trash2 className="size-4" aria-hidden="true" />}
            onClick={() => {
              remove(images);
              onDone();
            }}
          >
            {text("delete")}
          </Button>
        </>
      )}
      <Button size="sm" onClick={onDone}>
        {text("stop_selecting")}
      </Button>
    </div>
  );
}
