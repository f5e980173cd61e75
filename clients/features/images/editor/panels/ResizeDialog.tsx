import { useText } from "@ensemble/i18n/text";
import { FormDialog } from "@ensemble/ui/dialogs/FormDialog";
import { Switch } from "@ensemble/ui/fields/Switch";
import { TextField } from "@ensemble/ui/fields/TextField";
import { useState } from "react";
import { resize } from "../model/commands";
import { SIDE_MAX } from "../model/document";
import { useEditor } from "../store/use-editor";

/** Returns the other side that keeps the ratio. */
export const otherSide = (side: string, from: number, to: number): string => {
  const number = Number(side);
  return Number.isFinite(number) && number > 0 ? String(Math.max(1, Math.round((number / from) * to))) : "";
};

const isSide = (side: string): boolean => /^\d+$/.test(side) && Number(side) >= 1 && Number(side) <= SIDE_MAX;

/** Asks for the picture's new size in pixels. */
export function ResizeDialog({ onClose }: { onClose: () => void }) {
  const text = useText("images");
  const editor = useEditor();
  const [frame] = useState(editor.document.frame);
  const [width, setWidth] = useState(String(frame.width));
  const [height, setHeight] = useState(String(frame.height));
  const [keepsRatio, setKeepsRatio] = useState(true);
  const [tried, setTried] = useState(false);
  const error = (side: string) =>
    tried && !isSide(side) ? text("editor.side_wrong", { max: SIDE_MAX }) : null;
  const submit = () => {
    setTried(true);
    if (!isSide(width) || !isSide(height)) return;
    editor.do(resize(editor.document, Number(width), Number(height)));
    onClose();
  };
  return (
    <FormDialog
      title={text("editor.resize")}
      cancelLabel={text("cancel")}
      submitLabel={text("editor.apply")}
      fieldFirst
      onClose={onClose}
      onSubmit={submit}
    >
      <div className="grid grid-cols-2 gap-3">
        <TextField
          label={text("editor.width")}
          inputMode="numeric"
          value={width}
          error={error(width)}
          onChange={(side) => {
            setWidth(side);
            if (keepsRatio) setHeight(otherSide(side, frame.width, frame.height));
          }}
        />
        <TextField
          label={text("editor.height")}
          inputMode="numeric"
          value={height}
          error={error(height)}
          onChange={(side) => {
            setHeight(side);
            if (keepsRatio) setWidth(otherSide(side, frame.height, frame.width));
          }}
        />
      </div>
      <div className="flex items-center justify-between gap-3 text-sm">
        <span aria-hidden="true">{text("editor.keep_ratio")}</span>
        <Switch label={text("editor.keep_ratio")} checked={keepsRatio} onChange={setKeepsRatio} />
      </div>
    </FormDialog>
  );
}
