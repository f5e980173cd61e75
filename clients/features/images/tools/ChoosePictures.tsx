import { PICTURE_TYPES } from "@ensemble/blocks/images/send-picture";
import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { FileInput } from "@ensemble/ui/fields/FileInput";
import { ImagePlus, Images } from "lucide-react";
import { useRef } from "react";
import { examplePicture } from "./example-picture";

/** Chooses pictures for a tool, or takes an example. */
export function ChoosePictures({
  several,
  onChoose,
}: {
  several: boolean;
  onChoose: (files: readonly File[]) => void;
}) {
  const text = useText("images");
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className="flex flex-col items-center gap-3 rounded-lg border border-edge border-dashed px-4 py-8 text-center">
      <Images className="size-6 text-muted" aria-hidden="true" />
      <p className="text-balance text-muted text-sm">{text(several ? "drop_pictures" : "drop_picture")}</p>
      <div className="flex flex-wrap justify-center gap-2">
        <Button
          kind="primary"
          icon={<ImagePlus className="size-4" aria-hidden="true" />}
          onClick={() => input.current?.click()}
        >
          {text(several ? "choose_pictures" : "choose_picture")}
        </Button>
        <Button onClick={() => void examplePicture(text("example_name")).then((file) => onChoose([file]))}>
          {text("try_example")}
        </Button>
      </div>
      <FileInput
        input={input}
        accept={PICTURE_TYPES}
        multiple={several}
        testId="tool-input"
        onChoose={onChoose}
      />
    </div>
  );
}
