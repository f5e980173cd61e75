import { useEffect, useState } from "react";
import type { MenuArea, Point } from "./menu-area-context";

/** Content with a menu of the browser's that people need: of what is typed, of images. */
const NATIVE = "input, textarea, img, video, audio, iframe, [contenteditable=true]";

/**
 * Returns an area and the ref of its element. `text`: it is read, so that links, selections and long presses keep the browser's
 * menu. With Shift it is always the browser's.
 */
export function useMenuArea(text = false): { area: MenuArea; ref: (element: HTMLElement | null) => void } {
  const [point, setPoint] = useState<Point | null>(null);
  const [element, ref] = useState<HTMLElement | null>(null);
  useEffect(() => {
    if (!element) return;
    const open = (event: MouseEvent) => {
      if (event.defaultPrevented || event.shiftKey || isNative(event, text)) return;
      event.preventDefault();
      setPoint(placeOf(event));
    };
    element.addEventListener("contextmenu", open);
    return () => element.removeEventListener("contextmenu", open);
  }, [element, text]);
  return { area: { point, close: () => setPoint(null) }, ref };
}

function isNative(event: MouseEvent, text: boolean): boolean {
  const target = event.target as Element;
  if (target.closest(NATIVE)) return true;
  if (!text) return false;
  const isTouch = (event as PointerEvent).pointerType === "touch";
  return isTouch || target.closest("a") !== null || getSelection()?.isCollapsed === false;
}

/** Returns the pointer's place; by key, that of what has the focus. */
function placeOf({ clientX, clientY, target }: MouseEvent): Point {
  if (clientX !== 0 || clientY !== 0) return { x: clientX, y: clientY };
  const { left, bottom } = (target as Element).getBoundingClientRect();
  return { x: left, y: bottom };
}
