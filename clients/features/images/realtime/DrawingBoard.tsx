import { useText } from "@ensemble/i18n/text";
import { IconButton } from "@ensemble/ui/IconButton";
import { Check, Eraser } from "lucide-react";
import { useId, useState } from "react";
import type { Stroke } from "../tools/mask-strokes";
import { StrokeSurface } from "../tools/StrokeSurface";
import { StrokeTools } from "../tools/StrokeTools";
import { DRAWING_SIZE } from "./drawing";

const COLORS = [
  "#111111",
  "#8a8a8a",
  "#d8432a",
  "#f2a33c",
  "#2e8b57",
  "#2f6fd0",
  "#7a4fc0",
  "#8b5a2b",
] as const;
const ERASER = "#ffffff";
const BRUSH = { min: 2, max: 120, initial: 14 };

/** Canvas to draw on: with the pointer, or with arrow keys and the space bar. */
export function DrawingBoard({
  strokes,
  onChange,
}: {
  strokes: readonly Stroke[];
  /** `isDrawing`: the pointer is still down. */
  onChange: (strokes: readonly Stroke[], isDrawing: boolean) => void;
}) {
  const text = useText("image_apps");
  const images = useText("images");
  const hintId = useId();
  const [color, setColor] = useState<string>(COLORS[0]);
  const [width, setWidth] = useState(BRUSH.initial);
  // A stroke gets the color that the brush had when it began.
  const paint = (next: readonly Stroke[], isDrawing: boolean) =>
    onChange(
      next.map((stroke) => (stroke.color ? stroke : { ...stroke, color })),
      isDrawing,
    );
  return (
    <div className="flex flex-col gap-2">
      <StrokeSurface
        label={text("canvas.label")}
        hintId={hintId}
        size={DRAWING_SIZE}
        width={width}
        strokes={strokes}
        color={color}
        className="relative mx-auto aspect-square w-full max-w-[min(100%,46dvh)] overflow-hidden rounded-md bg-white shadow-[inset_0_0_0_1px_var(--line)]"
        canvasClassName="block"
        onChange={paint}
      />
      <div className="flex flex-wrap items-center gap-1.5">
        {COLORS.map((one, at) => (
          <ColorButton
            key={one}
            color={one}
            label={text("canvas.color", { number: at + 1 })}
            isChosen={one === color}
            onChoose={() => setColor(one)}
          />
        ))}
        <IconButton
          label={images("editor.tool.eraser")}
          aria-pressed={color === ERASER}
          icon={<Eraser />}
          onClick={() => setColor(ERASER)}
        />
      </div>
      <StrokeTools
        strokes={strokes}
        width={{
          label: text("canvas.pen"),
          value: width,
          min: BRUSH.min,
          max: BRUSH.max,
          step: 2,
          show: (pixels) => images("editor.pixels", { pixels }),
          onChange: setWidth,
        }}
        onChange={(next) => onChange(next, false)}
      />
      <p id={hintId} className="text-muted text-xs">
        {text("canvas.hint")}
      </p>
    </div>
  );
}

function ColorButton({
  color,
  label,
  isChosen,
  onChoose,
}: {
  color: string;
  label: string;
  isChosen: boolean;
  onChoose: () => void;
}) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-pressed={isChosen}
      onClick={onChoose}
      style={{ backgroundColor: color }}
      className="flex size-7 items-center justify-center rounded-full text-white shadow-[inset_0_0_0_1px_var(--line)] aria-pressed:outline-2 aria-pressed:outline-accent aria-pressed:outline-offset-2 touch:size-11"
    >
      {isChosen ? <Check className="size-4" aria-hidden="true" /> : null}
    </button>
  );
}
