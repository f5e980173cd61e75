import { Range } from "@ensemble/blocks/images/Range";
import { useText } from "@ensemble/i18n/text";
import { IconButton } from "@ensemble/ui/IconButton";
import { Trash2, Undo2 } from "lucide-react";
import { type PointerEvent, useEffect, useId, useRef, useState } from "react";
import { drawStrokes, extendStroke, movedBy, type Point, pointIn, type Stroke } from "./mask-strokes";

interface Size {
  width: number;
  height: number;
}

/** Widths of the brush, as a share of the picture's longer side. */
const BRUSH = { min: 0.01, max: 0.2, initial: 0.06 };

/** Marks an area of a picture: with the pointer, or with arrow keys and the space bar. */
export function MaskBrush({
  picture,
  strokes,
  onChange,
  onSize,
}: {
  /** Address of the picture. */
  picture: string;
  strokes: readonly Stroke[];
  onChange: (strokes: readonly Stroke[]) => void;
  /** Called with the size of the picture once it is known. */
  onSize: (size: Size) => void;
}) {
  const text = useText("images");
  const hintId = useId();
  const [size, setSize] = useState<Size | null>(null);
  const [brush, setBrush] = useState(BRUSH.initial);
  const [at, setAt] = useState<Point | null>(null);
  const width = size ? Math.max(2, brush * Math.max(size.width, size.height)) : 0;
  const canvas = useMask(size, strokes);
  const begin = (point: Point) => onChange([...strokes, { size: width, points: [point] }]);
  const pointOf = (event: PointerEvent, of: Size) =>
    pointIn(event.currentTarget.getBoundingClientRect(), of, event);
  return (
    <div className="flex flex-col gap-3">
      <div className="relative mx-auto w-fit max-w-full">
        <img
          src={picture}
          alt={text("mask.picture")}
          className="block max-h-[60dvh] max-w-full rounded-md"
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => {
            const loaded = { width: naturalWidth, height: naturalHeight };
            setSize(loaded);
            onSize(loaded);
          }}
        />
        {size ? (
          <div
            role="application"
            // biome-ignore lint/a11y/noNoninteractiveTabindex: it takes keys
            tabIndex={0}
            aria-label={text("mask.label")}
            aria-describedby={hintId}
            className="absolute inset-0 cursor-crosshair touch-none rounded-md"
            onPointerDown={(event) => {
              if (event.button !== 0) return;
              event.currentTarget.setPointerCapture(event.pointerId);
              setAt(null);
              begin(pointOf(event, size));
            }}
            onPointerMove={(event) => {
              if (event.buttons === 1) onChange(extendStroke(strokes, pointOf(event, size)));
            }}
            onFocus={({ currentTarget }) => {
              if (currentTarget.matches(":focus-visible")) setAt({ x: size.width / 2, y: size.height / 2 });
            }}
            onBlur={() => setAt(null)}
            onKeyDown={(event) => {
              const from = at ?? { x: size.width / 2, y: size.height / 2 };
              const next = movedBy(event.key, from, size, event.shiftKey ? width * 2 : width / 3);
              if (!next && event.key !== " ") return;
              event.preventDefault();
              if (next) setAt(next);
              else begin(from);
            }}
          >
            <canvas ref={canvas} width={size.width} height={size.height} className="size-full opacity-60" />
          </div>
        ) : null}
        {at && size ? <Crosshair at={at} size={size} width={width} /> : null}
      </div>
      <p id={hintId} className="text-muted text-xs">
        {text("mask.hint")}
      </p>
      <div className="flex items-end gap-3">
        <div className="min-w-0 max-w-64 flex-1">
          <Range
            label={text("mask.size")}
            value={brush}
            min={BRUSH.min}
            max={BRUSH.max}
            step={0.01}
            show={(share) => text("percent", { number: Math.round(share * 100) })}
            onChange={setBrush}
          />
        </div>
        <IconButton
          label={text("undo")}
          icon={<Undo2 className="rtl:-scale-x-100" />}
          disabled={strokes.length === 0}
          onClick={() => onChange(strokes.slice(0, -1))}
        />
        <IconButton
          label={text("clear")}
          icon={<Trash2 />}
          disabled={strokes.length === 0}
          onClick={() => onChange([])}
        />
      </div>
    </div>
  );
}

/** Draws the strokes whenever they change. */
function useMask(size: Size | null, strokes: readonly Stroke[]) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const context = canvas.current?.getContext("2d");
    if (!context || !size) return;
    context.clearRect(0, 0, size.width, size.height);
    context.strokeStyle = "#e0218a";
    drawStrokes(context, strokes);
  }, [size, strokes]);
  return canvas;
}

/** Place of the brush while it is moved with the keyboard. */
function Crosshair({ at, size, width }: { at: Point; size: Size; width: number }) {
  const percent = (part: number, whole: number) => `${(part / whole) * 100}%`;
  return (
    <span
      aria-hidden="true"
      dir="ltr"
      className="pointer-events-none absolute aspect-square -translate-x-1/2 -translate-y-1/2 rounded-full border-2 border-white shadow-[0_0_0_1px_rgb(0_0_0/0.7)]"
      style={{
        left: percent(at.x, size.width),
        top: percent(at.y, size.height),
        width: percent(width, size.width),
      }}
    />
  );
}
