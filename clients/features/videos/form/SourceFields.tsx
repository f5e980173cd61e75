import { PictureDrop } from "@ensemble/blocks/images/PictureDrop";
import { PICTURE_TYPES, REFERENCE_MIN_PIXELS } from "@ensemble/blocks/images/send-picture";
import { useSendPictures } from "@ensemble/blocks/images/use-send-pictures";
import { fileContentUrl } from "@ensemble/contract/send-chunk";
import type { VideoModel } from "@ensemble/contract/wire";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { Spinner } from "@ensemble/ui/feedback/Spinner";
import { FileInput } from "@ensemble/ui/fields/FileInput";
import { Select } from "@ensemble/ui/fields/Select";
import { IconButton } from "@ensemble/ui/IconButton";
import { ImagePlus, X } from "lucide-react";
import { useRef } from "react";
import { addReferences, offersSource, type Picture, removeReference, SOURCES } from "./sources";
import type { VideoForm } from "./use-video-form";

/** Choice of what a video is made of, and its pictures. */
export function SourceFields({ form, model }: { form: VideoForm; model: VideoModel }) {
  const text = useText("videos");
  const { fitted, pictures, changePictures } = form;
  const { source } = fitted;
  const offered = SOURCES.filter((one) => offersSource(one, model.abilities));
  const hasStart = source === "first_frame" || source === "first_and_last";
  return (
    <div className="flex flex-col gap-3">
      {offered.length > 1 ? (
        <Select
          label={text("source")}
          value={source}
          options={offered.map((value) => ({ value, label: text(`source.${value}`) }))}
          onChange={(value) => form.change({ source: value })}
        />
      ) : null}
      {hasStart ? (
        <div className="grid grid-cols-2 gap-3">
          <FrameField
            label={text("frame.first")}
            picture={pictures.first}
            onChange={(first) => changePictures((now) => ({ ...now, first }))}
          />
          {source === "first_and_last" ? (
            <FrameField
              label={text("frame.last")}
              picture={pictures.last}
              onChange={(last) => changePictures((now) => ({ ...now, last }))}
            />
          ) : null}
        </div>
      ) : null}
      {source === "references" ? <References form={form} max={model.abilities.references_max} /> : null}
      {source === "text" ? null : (
        <p className="text-muted text-xs">{text("pictures_hint", { pixels: REFERENCE_MIN_PIXELS })}</p>
      )}
    </div>
  );
}

/** Picture with which a video begins or ends: chosen or dropped here. */
function FrameField({
  label,
  picture,
  onChange,
}: {
  label: string;
  picture: Picture | null;
  onChange: (picture: Picture | null) => void;
}) {
  const text = useText("videos");
  const input = useRef<HTMLInputElement>(null);
  const { sending, send } = useSendPictures(REFERENCE_MIN_PIXELS, onChange);
  const takeFirst = (files: readonly File[]) => void send(files.slice(0, 1));
  return (
    <section aria-label={label} className="flex min-w-0 flex-col gap-1.5">
      <h2 className="font-medium text-sm">{label}</h2>
      <PictureDrop onFiles={takeFirst} className="relative aspect-video overflow-hidden rounded-md bg-sunken">
        {picture ? (
          <img
            src={fileContentUrl(picture.fileId)}
            alt={picture.name || label}
            className="size-full object-contain"
          />
        ) : null}
        {sending.length > 0 ? (
          <span className="absolute inset-0 flex items-center justify-center">
            <Spinner />
          </span>
        ) : picture ? null : (
          <button
            type="button"
            className="flex size-full flex-col items-center justify-center gap-1.5 rounded-md border border-line border-dashed px-2 text-center text-muted text-xs hover:bg-hover hover:text-ink"
            onClick={() => input.current?.click()}
          >
            <ImagePlus className="size-5" aria-hidden="true" />
            {text("choose_picture")}
          </button>
        )}
        {picture ? (
          <IconButton
            size="sm"
            className="absolute end-1 top-1 bg-raised shadow-float"
            label={text("remove_title", { title: picture.name || label })}
            icon={<X />}
            onClick={() => onChange(null)}
          />
        ) : null}
      </PictureDrop>
      <FileInput input={input} accept={PICTURE_TYPES} label={label} onChoose={takeFirst} />
    </section>
  );
}

/** Pictures of what a video shows. */
function References({ form, max }: { form: VideoForm; max: number }) {
  const text = useText("videos");
  const input = useRef<HTMLInputElement>(null);
  const { changePictures } = form;
  const { references } = form.pictures;
  const { sending, send } = useSendPictures(REFERENCE_MIN_PIXELS, (sent) =>
    changePictures((now) => addReferences(now, [sent])),
  );
  const add = (files: readonly File[]) => void send(files);
  const tooMany = references.length > max;
  return (
    <PictureDrop onFiles={add} className="flex flex-col gap-2 rounded-md">
      <div className="flex items-center justify-between gap-2">
        <h2 className="font-medium text-sm">{text("references")}</h2>
        <Button size="sm" icon={<ImagePlus className="size-4" />} onClick={() => input.current?.click()}>
          {text("add_pictures")}
        </Button>
        <FileInput input={input} accept={PICTURE_TYPES} multiple label={text("references")} onChoose={add} />
      </div>
      <ul className="flex flex-wrap gap-2 empty:hidden">
        {references.map(({ fileId, name }) => (
          <li key={fileId} className="relative">
            <img
              src={fileContentUrl(fileId)}
              alt={name || text("picture")}
              className="size-20 rounded-sm bg-sunken object-cover"
            />
            <IconButton
              size="sm"
              className="absolute end-0.5 top-0.5 bg-raised shadow-float"
              label={text("remove_title", { title: name || text("picture") })}
              icon={<X />}
              onClick={() => changePictures((now) => removeReference(now, fileId))}
            />
          </li>
        ))}
        {sending.map(({ key, name }) => (
          <li
            key={key}
            className="flex size-20 items-center justify-center rounded-sm bg-sunken"
            title={name}
          >
            <Spinner />
          </li>
        ))}
      </ul>
      <p className={tooMany ? "text-danger text-xs" : "text-muted text-xs"}>
        {text("references_max", { max })}
      </p>
    </PictureDrop>
  );
}
