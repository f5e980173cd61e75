import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { Select } from "@ensemble/ui/fields/Select";
import { NumberField } from "../fields/NumberField";
import { SIDE_MAX } from "../model/document";
import { boxOfRatio } from "../stage/snapping";
import { useEditor, useEditorState } from "../store/use-editor";
import { applyCrop } from "./actions";
import { keyOf } from "./keys";

const RATIOS = ["1:1", "4:3", "3:4", "3:2", "2:3", "16:9", "9:16"];
const numberOf = (ratio: string): number => {
  const [width = 1, height = 1] = ratio.split(":").map(Number);
  return width / height;
};

/** Ratio and numbers of the crop, which may also go beyond the picture. */
export function CropOptions() {
  const text = useText("images");
  const editor = useEditor();
  const box = useEditorState(({ cropBox }) => cropBox);
  const ratio = useEditorState(({ cropRatio }) => cropRatio);
  if (!box) return null;
  const { frame } = editor.document;
  const change = (part: Partial<typeof box>) => editor.state.setState({ cropBox: { ...box, ...part } });
  const chosen = RATIOS.find((one) => ratio !== null && Math.abs(numberOf(one) - ratio) < 1e-6);
  const sized = (width: number, height: number) =>
    change({ width: Math.max(1, Math.round(width)), height: Math.max(1, Math.round(height)) });
  return (
    <div className="flex flex-col gap-3">
      <Select
        label={text("editor.ratio")}
        value={chosen ?? "free"}
        options={[
          { value: "free", label: text("editor.ratio_free") },
          ...RATIOS.map((value) => ({ value, label: value })),
        ]}
        onChange={(value) => {
          const cropRatio = value === "free" ? null : numberOf(value);
          editor.state.setState({ cropRatio, cropBox: cropRatio ? boxOfRatio(frame, cropRatio) : box });
        }}
      />
      <div className="grid grid-cols-2 gap-2">
        <NumberField
          label={text("editor.width")}
          value={Math.round(box.width)}
          min={1}
          max={SIDE_MAX}
          onChange={(width) => sized(width, ratio ? width / ratio : box.height)}
        />
        <NumberField
          label={text("editor.height")}
          value={Math.round(box.height)}
          min={1}
          max={SIDE_MAX}
          onChange={(height) => sized(ratio ? height * ratio : box.width, height)}
        />
        <NumberField
          label={text("editor.left")}
          value={Math.round(box.x - frame.x)}
          min={-SIDE_MAX}
          max={SIDE_MAX}
          onChange={(left) => change({ x: frame.x + left })}
        />
        <NumberField
          label={text("editor.top")}
          value={Math.round(box.y - frame.y)}
          min={-SIDE_MAX}
          max={SIDE_MAX}
          onChange={(top) => change({ y: frame.y + top })}
        />
      </div>
      <p className="text-muted text-xs">{text("editor.crop_hint")}</p>
      <CropButtons />
    </div>
  );
}

/** Takes over the crop, or leaves it. On narrow screens they are also over the canvas: the panel may be closed. */
export function CropButtons() {
  const text = useText("images");
  const editor = useEditor();
  return (
    <div className="flex gap-2">
      <Button
        kind="primary"
        size="sm"
        data-tip={text("editor.apply")}
        data-tip-keys={keyOf("confirm")}
        onClick={() => applyCrop(editor)}
      >
        {text("editor.apply")}
      </Button>
      <Button
        size="sm"
        data-tip={text("cancel")}
        data-tip-keys={keyOf("cancel")}
        onClick={() => editor.use("move")}
      >
        {text("cancel")}
      </Button>
    </div>
  );
}
