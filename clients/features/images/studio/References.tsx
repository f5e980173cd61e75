import { PictureDrop } from "@ensemble/blocks/images/PictureDrop";
import { Range } from "@ensemble/blocks/images/Range";
import { PICTURE_TYPES, REFERENCE_MIN_PIXELS } from "@ensemble/blocks/images/send-picture";
import { useSendPictures } from "@ensemble/blocks/images/use-send-pictures";
import { fileContentUrl } from "@ensemble/contract/send-chunk";
import type { ImageModel } from "@ensemble/contract/wire";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { Spinner } from "@ensemble/ui/feedback/Spinner";
import { FileInput } from "@ensemble/ui/fields/FileInput";
import { IconButton } from "@ensemble/ui/IconButton";
import { showToast } from "@ensemble/ui/toasts/toast";
import { useQueryClient } from "@tanstack/react-query";
import { ImagePlus, X } from "lucide-react";
import { useRef } from "react";
import { imageQuery } from "../image-queries";
import type { Reference } from "./references";
import type { CreateForm } from "./use-create-form";

/** Reference pictures of a request: chosen, dropped, pasted, or dragged from the gallery. */
export function References({
  form,
  model,
  weighs = model.abilities.strength,
}: {
  form: CreateForm;
  model: ImageModel;
  /** True if each can be weighed by itself. */
  weighs?: boolean;
}) {
  const text = useText("images");
  const client = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const { references } = form;
  const { sending, send } = useSendPictures(REFERENCE_MIN_PIXELS, ({ fileId, name, madeWith }) => {
    form.addReferences([{ fileId, name, strength: null }]);
    if (!madeWith) return;
    showToast({
      kind: "success",
      title: text("prompt_in_file"),
      action: { label: text("use_settings"), onPress: () => form.takeMadeWith(madeWith) },
    });
  });
  const max = model.abilities.references_max;
  const addImages = async (ids: string[]) => {
    form.remix(...(await Promise.all(ids.map((id) => client.fetchQuery(imageQuery(id))))));
  };
  const change = (at: number, next: Reference | null) =>
    form.setReferences(references.flatMap((one, index) => (index === at ? (next ?? []) : one)));
  const tooMany = references.length > max;
  return (
    <PictureDrop
      onFiles={(files) => void send(files)}
      onImages={(ids) => void addImages(ids)}
      paste
      className="flex flex-col gap-2 rounded-md"
    >
      <div className="flex items-center justify-between gap-2">
        <h2 className="font-medium text-sm">{text("references")}</h2>
        <Button
          size="sm"
          icon={<ImagePlus className="size-4" />}
          disabled={max === 0}
          onClick={() => input.current?.click()}
        >
          {text("add_pictures")}
        </Button>
        <FileInput
          input={input}
          accept={PICTURE_TYPES}
          multiple
          testId="reference-input"
          onChoose={(files) => void send(files)}
        />
      </div>
      <ul className="flex flex-col gap-2 empty:hidden">
        {references.map((reference, at) => (
          <ReferenceRow
            key={reference.fileId}
            reference={reference}
            weighs={weighs}
            onChange={(next) => change(at, next)}
          />
        ))}
        {sending.map(({ key, name }) => (
          <li key={key} className="flex items-center gap-2 text-muted text-sm">
            <Spinner />
            <span className="min-w-0 flex-1 truncate">{name}</span>
          </li>
        ))}
      </ul>
      <p className={tooMany ? "text-danger text-xs" : "text-muted text-xs"}>
        {max === 0
          ? text("hindrance.model_lacks_it")
          : text("references_hint", { max, pixels: REFERENCE_MIN_PIXELS })}
      </p>
    </PictureDrop>
  );
}

function ReferenceRow({
  reference,
  weighs,
  onChange,
}: {
  reference: Reference;
  weighs: boolean;
  onChange: (next: Reference | null) => void;
}) {
  const text = useText("images");
  const mediaText = useText("media");
  const name = reference.name || text("picture");
  return (
    <li className="flex items-center gap-3">
      <img
        src={fileContentUrl(reference.fileId)}
        alt={name}
        className="size-14 flex-none rounded-sm bg-sunken object-cover"
      />
      <div className="min-w-0 flex-1">
        {weighs ? (
          <Range
            label={text("image_strength")}
            value={reference.strength}
            unset={{ text: mediaText("auto"), at: 0.5 }}
            min={0}
            max={1}
            step={0.05}
            onChange={(strength) => onChange({ ...reference, strength })}
          />
        ) : (
          <p className="truncate text-sm">{name}</p>
        )}
      </div>
      <IconButton
        size="sm"
        label={text("remove_title", { title: name })}
        icon={<X />}
        onClick={() => onChange(null)}
      />
    </li>
  );
}
