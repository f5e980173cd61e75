import clsx from "clsx";
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react";
import { type Box, near } from "./near";

/** Box that floats near an element of the page; a header with `data-drag` moves it. */
export function Floating({
  anchor,
  label,
  role,
  className,
  onEscape,
  children,
}: {
  anchor: Box;
  label: string;
  role: "dialog" | "toolbar" | "menu";
  className?: string;
  onEscape: () => void;
  children: ReactNode;
}) {
  const box = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState<{ left: number; top: number } | null>(null);
  const moved = useRef(false);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const place = () => {
      // Once it was dragged, it stays there.
      if (moved.current) return;
      const { offsetWidth: width, offsetHeight: height } = element;
      setAt(
        near(
          anchor,
          { width, height },
          { width: document.documentElement.clientWidth || innerWidth, height: innerHeight },
        ),
      );
    };
    place();
    const sizes = new ResizeObserver(place);
    sizes.observe(element);
    return () => sizes.disconnect();
  }, [anchor]);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    return watchDrag(element, (left, top) => {
      moved.current = true;
      setAt({ left, top });
    });
  }, []);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useAriaPropsSupportedByRole: it has a role, whichever is given
    <div
      ref={box}
      role={role}
      aria-label={label}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        onEscape();
      }}
      style={at ? { left: at.left, top: at.top } : { visibility: "hidden", left: 0, top: 0 }}
      className={clsx("fixed max-w-[calc(100vw-16px)] rounded-md bg-raised text-ink shadow-float", className)}
    >
      {children}
    </div>
  );
}

/** Makes the box draggable by its header. */
function watchDrag(element: HTMLElement, move: (left: number, top: number) => void): () => void {
  const ended = new AbortController();
  const { signal } = ended;
  let from: { x: number; y: number } | null = null;
  const down = (event: PointerEvent) => {
    const target = event.target as Element;
    if (event.button !== 0 || !target.closest("[data-drag]") || target.closest("button")) return;
    const { left, top } = element.getBoundingClientRect();
    from = { x: event.clientX - left, y: event.clientY - top };
    element.setPointerCapture(event.pointerId);
    event.preventDefault();
  };
  const drag = ({ clientX, clientY }: PointerEvent) => {
    if (!from) return;
    const { offsetWidth, offsetHeight } = element;
    move(
      Math.max(8 - offsetWidth / 2, Math.min(clientX - from.x, innerWidth - offsetWidth / 2)),
      Math.max(0, Math.min(clientY - from.y, innerHeight - Math.min(offsetHeight, 40))),
    );
  };
  const up = () => {
    from = null;
  };
  element.addEventListener("pointerdown", down, { signal });
  element.addEventListener("pointermove", drag, { signal });
  element.addEventListener("pointerup", up, { signal });
  element.addEventListener("pointercancel", up, { signal });
  return () => ended.abort();
}
