import clsx from "clsx";
import { type PointerEvent, useEffect, useRef, useState } from "react";
import { drawStrokes, extendStroke, movedBy, type Point, pointIn, type Stroke } from "./mask-strokes";

interface Size {
  width: number;
  height: number;
}

/** Surface that takes the strokes of a brush: with the pointer, or with arrow keys and the space bar. */
export function StrokeSurface({
  label,
  hintId,
  size,
  width,
  strokes,
  color,
  className,
  canvasClassName,
  onChange,
}: {
  label: string;
  /** Id of the text that says how it is used. */
  hintId: string;
  /** Size of the picture, in its pixels. */
  size: Size;
  /** Width of the brush, in pixels of the picture. */
  width: number;
  strokes: readonly Stroke[];
  /** Color of strokes that have none of their own. */
  color: string;
  className?: string;
  canvasClassName?: string;
  /** Takes the strokes with one more point; `isDrawing`: the pointer is still down. */
  onChange: (strokes: readonly Stroke[], isDrawing: boolean) => void;
}) {
  const [at, setAt] = useState<Point | null>(null);
  const isDown = useRef(false);
  const canvas = useStrokes(size, strokes, color);
  const center = { x: size.width / 2, y: size.height / 2 };
  const begin = (point: Point, isDrawing: boolean) =>
    onChange([...strokes, { size: width, points: [point] }], isDrawing);
  const end = () => {
    if (!isDown.current) return;
    isDown.current = false;
    onChange(strokes, false);
  };
  const pointOf = (event: PointerEvent) => pointIn(event.currentTarget.getBoundingClientRect(), size, event);
  return (
    <div
      role="application"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it takes keys
      tabIndex={0}
      aria-label={label}
      aria-describedby={hintId}
      className={clsx("cursor-crosshair touch-none", className)}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        setAt(null);
        isDown.current = true;
        begin(pointOf(event), true);
      }}
      onPointerMove={(event) => {
        if (isDown.current) onChange(extendStroke(strokes, pointOf(event)), true);
      }}
      onPointerUp={() => end()}
      onPointerCancel={() => end()}
      onFocus={({ currentTarget }) => {
        if (currentTarget.matches(":focus-visible")) setAt(center);
      }}
      onBlur={() => setAt(null)}
      onKeyDown={(event) => {
        const from = at ?? center;
        const next = movedBy(event.key, from, size, event.shiftKey ? width * 2 : width / 3);
        if (!next && event.key !== " ") return;
        event.preventDefault();
        if (next) setAt(next);
        else begin(from, false);
      }}
    >
      <canvas
        ref={canvas}
        width={size.width}
        height={size.height}
        className={clsx("size-full", canvasClassName)}
      />
      {at ? <Crosshair at={at} size={size} width={width} /> : null}
    </div>
  );
}

/** Draws the strokes whenever they change. */
function useStrokes({ width, height }: Size, strokes: readonly Stroke[], color: string) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const context = canvas.current?.getContext("2d");
    if (!context) return;
    context.clearRect(0, 0, width, height);
    context.strokeStyle = color;
    drawStrokes(context, strokes);
  }, [width, height, strokes, color]);
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
