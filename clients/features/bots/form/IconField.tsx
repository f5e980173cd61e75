import { ICON_MAX_BYTES } from "@ensemble/contract/generated/limits/bots";
import type { Bot } from "@ensemble/contract/wire";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { FileInput } from "@ensemble/ui/fields/FileInput";
import { ImagePlus } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { CropDialog } from "./CropDialog";
import { pictureProblem } from "./crop";
import { FormFace } from "./FormFace";

interface IconFieldProps {
  bot: Bot | null;
  /** Chosen icon: a new image, none (null), or unchanged (undefined). */
  chosen: Blob | null | undefined;
  onChoose: (icon: Blob | null) => void;
}

/** Field for a bot's icon: PNG or JPG, cropped to a square before upload. */
export function IconField({ bot, chosen, onChoose }: IconFieldProps) {
  const text = useText("bots");
  const input = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<File | null>(null);
  const [problem, setProblem] = useState<ReturnType<typeof pictureProblem>>(null);
  const preview = useObjectUrl(chosen ?? null);
  const icon = chosen === undefined ? (bot?.icon ?? null) : preview;
  const take = (taken: File) => {
    const wrong = pictureProblem(taken, ICON_MAX_BYTES);
    setProblem(wrong);
    if (!wrong) setFile(taken);
  };
  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex items-center gap-3">
        <span className="[&>*]:size-16">
          <FormFace id={bot?.id ?? null} icon={icon} />
        </span>
        <Button icon={<ImagePlus className="size-4" />} onClick={() => input.current?.click()}>
          {text("choose_picture")}
        </Button>
        {icon ? (
          <Button kind="ghost" onClick={() => onChoose(null)}>
            {text("remove_picture")}
          </Button>
        ) : null}
        <FileInput
          input={input}
          testId="bot-picture"
          accept="image/png,image/jpeg"
          onChoose={([file]) => take(file)}
        />
      </div>
      <p aria-live="polite" className={problem ? "text-danger text-sm" : "text-muted text-sm"}>
        {problem ? text(problem) : text("picture_hint")}
      </p>
      {file ? (
        <CropDialog
          file={file}
          onClose={() => setFile(null)}
          onFail={() => {
            setFile(null);
            setProblem("picture_broken");
          }}
          onCrop={(icon) => {
            onChoose(icon);
            setFile(null);
          }}
        />
      ) : null}
    </div>
  );
}

/** Returns an object URL for an image while it is shown. */
export function useObjectUrl(blob: Blob | null): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (!blob) return setUrl(null);
    const made = URL.createObjectURL(blob);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [blob]);
  return url;
}
