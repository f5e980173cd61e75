import { Labelled } from "@ensemble/blocks/images/Choice";
import { PICTURE_TYPES } from "@ensemble/blocks/images/send-picture";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { FileInput } from "@ensemble/ui/fields/FileInput";
import { Segmented } from "@ensemble/ui/fields/Segmented";
import { ImagePlus } from "lucide-react";
import { useRef } from "react";
import { ColorField } from "./ToolOptions";
import type { Background } from "./tool-options";

const KINDS = ["color", "blur", "picture"] as const;

/** New background of a picture: a color, the picture itself out of focus, or another picture. */
export function BackgroundField({
  value,
  picture,
  onChange,
  onPicture,
}: {
  value: Background;
  picture: File | null;
  onChange: (value: Background) => void;
  onPicture: (file: File) => void;
}) {
  const text = useText("images");
  const input = useRef<HTMLInputElement>(null);
  const label = text("option.background");
  const choose = (kind: Background["kind"]) =>
    onChange(kind === "color" ? { kind, color: "#ffffff" } : { kind });
  return (
    <>
      <Labelled label={label}>
        <Segmented
          label={label}
          value={value.kind}
          options={KINDS.map((kind) => ({ value: kind, label: text(`background.${kind}`) }))}
          onChange={choose}
        />
      </Labelled>
      {value.kind === "color" ? (
        <ColorField
          label={text("background.color")}
          value={value.color}
          onChange={(color) => onChange({ kind: "color", color })}
        />
      ) : null}
      {value.kind === "picture" ? (
        <div className="flex items-center gap-3">
          <Button
            size="sm"
            icon={<ImagePlus className="size-4" aria-hidden="true" />}
            onClick={() => input.current?.click()}
          >
            {text("background.choose")}
          </Button>
          <span className="min-w-0 flex-1 truncate text-muted text-sm">{picture?.name}</span>
          <FileInput
            input={input}
            accept={PICTURE_TYPES}
            testId="background-input"
            onChoose={([file]) => onPicture(file)}
          />
        </div>
      ) : null}
    </>
  );
}
