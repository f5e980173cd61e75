import { useText } from "@ensemble/i18n/text";
import { Button } from "@ensemble/ui/Button";
import { Segmented } from "@ensemble/ui/fields/Segmented";
import { Select } from "@ensemble/ui/fields/Select";
import { IconButton } from "@ensemble/ui/IconButton";
import { AlignCenter, AlignLeft, AlignRight, Bold, Italic } from "lucide-react";
import { ColorField } from "../fields/ColorField";
import { RangeField } from "../fields/RangeField";
import { SHAPES } from "../model/document";
import { BRUSH_MAX_PX, SELECTING, type ToolName, WITH_TIP } from "../store/editor-state";
import { useEditor, useEditorState } from "../store/use-editor";
import { deselect } from "./actions";
import { CropOptions } from "./CropOptions";
import { keyOf } from "./keys";
import { Section } from "./Section";
import { SelectOptions } from "./SelectOptions";

const COLORED: readonly ToolName[] = ["brush", "text", "shape"];

/** Options of the tool in use. */
export function ToolOptions() {
  const text = useText("images");
  const editor = useEditor();
  const tool = useEditorState((state) => state.tool);
  const color = useEditorState((state) => state.color);
  const hasSelection = useEditorState(({ edited }) => edited.document.selection !== null);
  return (
    <Section title={text(`editor.tool.${tool}`)}>
      {tool === "move" || tool === "hand" ? (
        <p className="text-muted text-sm">{text(`editor.hint.${tool}`)}</p>
      ) : null}
      {WITH_TIP.includes(tool) ? <TipOptions /> : null}
      {hasSelection && (tool === "brush" || tool === "eraser") ? (
        <div className="flex flex-wrap items-center gap-2 text-muted text-xs">
          <p className="min-w-0 flex-1">{text("editor.hint.clipped")}</p>
          <Button
            size="sm"
            data-tip={text("editor.deselect")}
            data-tip-keys={keyOf("deselect")}
            onClick={() => deselect(editor)}
          >
            {text("editor.deselect")}
          </Button>
        </div>
      ) : null}
      {COLORED.includes(tool) ? (
        <ColorField
          label={text("editor.color")}
          value={color}
          onChange={(next) => editor.state.setState({ color: next })}
        />
      ) : null}
      {tool === "text" ? <TextOptions /> : null}
      {tool === "shape" ? <ShapeOptions /> : null}
      {tool === "crop" ? <CropOptions /> : null}
      {SELECTING.includes(tool) ? <SelectOptions /> : null}
    </Section>
  );
}

function TipOptions() {
  const text = useText("images");
  const editor = useEditor();
  const brush = useEditorState((state) => state.brush);
  const tool = useEditorState((state) => state.tool);
  const change = (part: Partial<typeof brush>) => editor.state.setState({ brush: { ...brush, ...part } });
  const percent = (share: number) => text("editor.percent", { percent: Math.round(share * 100) });
  return (
    <>
      <RangeField
        label={text("editor.size")}
        value={brush.size}
        min={1}
        max={BRUSH_MAX_PX}
        shown={text("editor.pixels", { pixels: brush.size })}
        onChange={(size) => change({ size })}
      />
      {tool === "select_brush" ? null : (
        <>
          <RangeField
            label={text("editor.hardness")}
            value={Math.round(brush.hardness * 100)}
            min={0}
            max={100}
            shown={percent(brush.hardness)}
            onChange={(hardness) => change({ hardness: hardness / 100 })}
          />
          <RangeField
            label={text("editor.opacity")}
            value={Math.round(brush.opacity * 100)}
            min={1}
            max={100}
            shown={percent(brush.opacity)}
            onChange={(opacity) => change({ opacity: opacity / 100 })}
          />
        </>
      )}
    </>
  );
}

function TextOptions() {
  const text = useText("images");
  const editor = useEditor();
  const style = useEditorState((state) => state.text);
  const change = (part: Partial<typeof style>) => editor.state.setState({ text: { ...style, ...part } });
  return (
    <>
      <RangeField
        label={text("editor.size")}
        value={style.size}
        min={8}
        max={400}
        shown={text("editor.pixels", { pixels: style.size })}
        onChange={(size) => change({ size })}
      />
      <div className="flex flex-wrap items-center gap-2">
        <Segmented
          label={text("editor.align")}
          value={style.align}
          options={[
            {
              value: "start",
              label: text("editor.align_start"),
              icon: <AlignLeft className="rtl:-scale-x-100" />,
            },
            { value: "center", label: text("editor.align_center"), icon: <AlignCenter /> },
            {
              value: "end",
              label: text("editor.align_end"),
              icon: <AlignRight className="rtl:-scale-x-100" />,
            },
          ]}
          onChange={(align) => change({ align })}
        />
        <IconButton
          label={text("editor.bold")}
          icon={<Bold />}
          aria-pressed={style.bold}
          onClick={() => change({ bold: !style.bold })}
        />
        <IconButton
          label={text("editor.italic")}
          icon={<Italic />}
          aria-pressed={style.italic}
          onClick={() => change({ italic: !style.italic })}
        />
      </div>
      <p className="text-muted text-xs">{text("editor.hint.text")}</p>
    </>
  );
}

function ShapeOptions() {
  const text = useText("images");
  const editor = useEditor();
  const style = useEditorState((state) => state.shape);
  const change = (part: Partial<typeof style>) => editor.state.setState({ shape: { ...style, ...part } });
  const isLine = style.shape === "line" || style.shape === "arrow";
  return (
    <>
      <Select
        label={text("editor.shape")}
        value={style.shape}
        options={SHAPES.map((value) => ({ value, label: text(`editor.shape.${value}`) }))}
        onChange={(shape) => change({ shape })}
      />
      {isLine ? null : (
        <Segmented
          label={text("editor.fill_or_outline")}
          value={style.filled ? "filled" : "outline"}
          options={[
            { value: "filled", label: text("editor.filled") },
            { value: "outline", label: text("editor.outline") },
          ]}
          onChange={(value) => change({ filled: value === "filled" })}
        />
      )}
      {isLine || !style.filled ? (
        <RangeField
          label={text("editor.line_width")}
          value={style.strokeWidth}
          min={1}
          max={100}
          shown={text("editor.pixels", { pixels: style.strokeWidth })}
          onChange={(strokeWidth) => change({ strokeWidth })}
        />
      ) : null}
      <p className="text-muted text-xs">{text("editor.hint.shape")}</p>
    </>
  );
}
