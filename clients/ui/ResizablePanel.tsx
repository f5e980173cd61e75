import clsx from "clsx";
import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from "react";

const KEY_STEP = 16;

/** Column with a resizable inner edge: drag, arrow keys, and double click to reset. */
export function ResizablePanel({
  label,
  side,
  width,
  min,
  max,
  initial,
  onWidth,
  className,
  children,
}: {
  /** Accessible name of the edge: "Width of the list". */
  label: string;
  /** Side of the page. */
  side: "start" | "end";
  width: number;
  min: number;
  max: number;
  initial: number;
  onWidth: (width: number) => void;
  className?: string;
  children: ReactNode;
}) {
  const [dragged, setDragged] = useState<number | null>(null);
  const from = useRef({ x: 0, width: 0, sign: 1 });
  const shown = dragged ?? width;
  const within = (next: number) => Math.round(Math.min(max, Math.max(min, next)));

  const begin = (event: PointerEvent<HTMLElement>) => {
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    from.current = { x: event.clientX, width: shown, sign: growthSign(event.currentTarget, side) };
    setDragged(shown);
  };
  const move = (event: PointerEvent<HTMLElement>) => {
    if (dragged === null) return;
    setDragged(within(from.current.width + (event.clientX - from.current.x) * from.current.sign));
  };
  const end = () => {
    if (dragged !== null) onWidth(dragged);
    setDragged(null);
  };
  const step = (event: KeyboardEvent<HTMLElement>) => {
    const sign = growthSign(event.currentTarget, side);
    if (event.key === "ArrowRight") onWidth(within(width + KEY_STEP * sign));
    else if (event.key === "ArrowLeft") onWidth(within(width - KEY_STEP * sign));
    else if (event.key === "Home") onWidth(min);
    else if (event.key === "End") onWidth(max);
    else return;
    event.preventDefault();
  };

  return (
    <div className={clsx("relative flex-none", className)} style={{ width: shown }}>
      {children}
      {/** biome-ignore lint/a11y/useSemanticElements: a separator that moves is not an hr */}
      <div
        role="separator"
        tabIndex={0}
        aria-label={label}
        aria-orientation="vertical"
        aria-valuenow={shown}
        aria-valuemin={min}
        aria-valuemax={max}
        onPointerDown={begin}
        onPointerMove={move}
        onPointerUp={end}
        onPointerCancel={end}
        onKeyDown={step}
        onDoubleClick={() => onWidth(initial)}
        className={clsx(
          "absolute inset-y-0 z-10 w-2 cursor-col-resize touch-none outline-none after:absolute after:inset-y-0 after:start-[3px] after:w-0.5 after:transition-colors hover:after:bg-accent/50 focus-visible:after:bg-accent-ink",
          side === "start" ? "-end-1" : "-start-1",
          dragged !== null && "after:bg-accent",
        )}
      />
    </div>
  );
}

/** Returns 1 if moving right makes the panel wider, or -1 if narrower, in the page's text direction. */
function growthSign(element: Element, side: "start" | "end"): 1 | -1 {
  const rtl = getComputedStyle(element).direction === "rtl";
  return (side === "start") === rtl ? -1 : 1;
}
