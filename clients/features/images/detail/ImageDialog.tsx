import { fileContentUrl } from "@ensemble/contract/send-chunk";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { Dialog } from "@ensemble/ui/dialogs/Dialog";
import { IconButton } from "@ensemble/ui/IconButton";
import { useQuery } from "@tanstack/react-query";
import { ChevronLeft, ChevronRight, SquareSplitHorizontal } from "lucide-react";
import { useState } from "react";
import "../checkered.css";
import type { Image } from "@ensemble/contract/wire";
import { imageQuery } from "../image-queries";
import type { CreateForm } from "../studio/use-create-form";
import { CompareSlider } from "../tools/CompareSlider";
import { useImageName } from "../use-image-name";
import { ImageActions } from "./ImageActions";
import { ImageFacts } from "./ImageFacts";

/** An image at its full size: how it was made, and what can be done with it. */
export function ImageDialog({
  imageId,
  among,
  form,
  onOpen,
  onClose,
}: {
  imageId: string;
  /** Images that are shown with it, for the next and the previous one. */
  among: readonly Image[];
  /** Form that takes its prompt and settings; null without a model. */
  form: CreateForm | null;
  onOpen: (imageId: string) => void;
  onClose: () => void;
}) {
  const text = useText("images");
  const mediaText = useText("media");
  const nameOf = useImageName();
  const known = among.find(({ id }) => id === imageId);
  const { data: image, error } = useQuery({ ...imageQuery(imageId), placeholderData: known });
  const at = among.findIndex(({ id }) => id === imageId);
  const [before, after] = [among[at - 1], at < 0 ? undefined : among[at + 1]];
  const show = (next: Image | undefined) => next && onOpen(next.id);
  return (
    <Dialog
      open
      width="lg"
      onOpenChange={(open) => !open && onClose()}
      title={image ? titleOf(nameOf(image)) : text("picture")}
      closeLabel={text("close")}
      footer={
        image ? (
          <ImageActions
            image={image}
            form={form}
            onClose={onClose}
            onDeleted={() => (after ? onOpen(after.id) : onClose())}
          />
        ) : null
      }
    >
      {error && !image ? <p className="text-danger text-sm">{mediaText("picture.failed")}</p> : null}
      {image ? (
        // biome-ignore lint/a11y/noStaticElementInteractions: the keys repeat the buttons in it
        <div
          className="flex flex-col gap-4"
          onKeyDown={(event) => {
            const next = event.key === "PageUp" ? before : event.key === "PageDown" ? after : undefined;
            if (!next) return;
            event.preventDefault();
            show(next);
          }}
        >
          <div className="relative flex items-center justify-center">
            <Shown key={image.id} image={image} name={nameOf(image)} />
            {before ? (
              <IconButton
                label={text("previous")}
                icon={<ChevronLeft className="rtl:-scale-x-100" />}
                className={`${besides} start-1`}
                onClick={() => show(before)}
              />
            ) : null}
            {after ? (
              <IconButton
                label={text("next")}
                icon={<ChevronRight className="rtl:-scale-x-100" />}
                className={`${besides} end-1`}
                onClick={() => show(after)}
              />
            ) : null}
          </div>
          <ImageFacts image={image} onOpen={onOpen} />
        </div>
      ) : null}
    </Dialog>
  );
}

/** The image; one that was made from another can be compared with that. */
function Shown({ image, name }: { image: Image; name: string }) {
  const text = useText("images");
  const [compares, setCompares] = useState(false);
  const { data: parent } = useQuery({
    ...imageQuery(image.parent_id ?? ""),
    enabled: image.parent_id !== null,
  });
  const content = fileContentUrl(image.file_id);
  return (
    <div className="flex w-full min-w-0 flex-col items-center gap-2">
      {compares && parent ? (
        <div className="w-full">
          <CompareSlider
            before={fileContentUrl(parent.file_id)}
            after={content}
            width={image.width}
            height={image.height}
            maxHeight="52dvh"
            alt={name}
          />
        </div>
      ) : (
        <img
          src={content}
          alt={name}
          width={image.width}
          height={image.height}
          className="checkered h-auto max-h-[52dvh] w-auto max-w-full rounded-md object-contain"
        />
      )}
      {parent ? (
        <Button
          size="sm"
          kind="ghost"
          aria-pressed={compares}
          icon={<SquareSplitHorizontal className="size-4" aria-hidden="true" />}
          onClick={() => setCompares(!compares)}
        >
          {text("compare")}
        </Button>
      ) : null}
    </div>
  );
}

const besides = "absolute top-1/2 -translate-y-1/2 bg-raised shadow-float";

const TITLE_MAX_CHARS = 60;

/** Returns the start of a prompt, which may be long. */
function titleOf(name: string): string {
  const letters = [...name.replace(/\s+/g, " ")];
  return letters.length > TITLE_MAX_CHARS ? `${letters.slice(0, TITLE_MAX_CHARS).join("")}…` : name;
}
