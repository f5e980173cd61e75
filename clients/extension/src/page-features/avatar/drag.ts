import type { InterfacePage } from "../feature";
import type { AvatarOptions } from "./options";
import { AVATAR_PX, type AvatarPress, putAvatar } from "./resident";

/** Minimum distance of a drag; a click moves less. */
const DRAG_MIN_PX = 5;

/** Returns the position of the avatar after it was dropped in the window. */
export function placeOf(
  at: { x: number; y: number },
  view: { width: number; height: number },
  direction: "ltr" | "rtl",
): AvatarOptions {
  const isLeft = at.x < view.width / 2;
  const height = (at.y - AVATAR_PX / 2) / Math.max(1, view.height - AVATAR_PX);
  return {
    side: isLeft === (direction === "ltr") ? "start" : "end",
    height: Math.min(1, Math.max(0, height)),
  };
}

/** Makes the avatar draggable and stores its position. */
export function makeDraggable(
  page: InterfacePage,
  onDrag: () => void,
): { begin: (press: AvatarPress) => void; wasDragged: () => boolean } {
  let dragged = false;
  const begin = ({ host, button }: AvatarPress) => {
    dragged = false;
    let from: { x: number; y: number } | null = null;
    const hand = new AbortController();
    const { signal } = hand;
    button.addEventListener(
      "pointermove",
      ({ clientX: x, clientY: y }) => {
        from ??= { x, y };
        if (!dragged && Math.hypot(x - from.x, y - from.y) < DRAG_MIN_PX) return;
        if (!dragged) onDrag();
        dragged = true;
        const { style } = host;
        style.setProperty("left", `${x - AVATAR_PX / 2}px`, "important");
        style.setProperty("top", `${y - AVATAR_PX / 2}px`, "important");
        style.setProperty("right", "auto", "important");
      },
      { signal },
    );
    const end = ({ clientX: x, clientY: y }: PointerEvent) => {
      hand.abort();
      if (!dragged) return;
      const place = placeOf({ x, y }, { width: innerWidth, height: innerHeight }, page.config.direction);
      putAvatar(host, place, page.config.direction);
      page.choose("avatar", { ...place });
    };
    button.addEventListener("pointerup", end, { signal });
    button.addEventListener("pointercancel", () => hand.abort(), { signal });
  };
  return {
    begin,
    wasDragged: () => {
      const was = dragged;
      dragged = false;
      return was;
    },
  };
}
