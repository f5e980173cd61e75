import { type KeyboardEvent, type RefObject, useEffect, useRef, useState, type WheelEvent } from "react";

/** So close to the end counts as being there: browsers round positions. */
const END_PX = 3;
/** From here on a button offers the way back. */
const AWAY_PX = 240;

const UPWARD_KEYS = ["ArrowUp", "PageUp", "Home"];

/** `follow`: along with the text, until the reader scrolls. `pin`: the question goes to the top, and stays. `off`: nothing moves. */
export type ScrollMode = "follow" | "pin" | "off";

/**
 * Opens a box at its end, and keeps it there while it grows and the reader is there. Any move away, however small, ends
 * that; coming back to the end begins it again, where text is followed. Nothing else ever scrolls.
 */
export function useFollowEnd(
  box: RefObject<HTMLElement | null>,
  content: RefObject<HTMLElement | null>,
  mode: ScrollMode,
) {
  const following = useRef(true);
  const lastTop = useRef(0);
  const [away, setAway] = useState(false);

  useEffect(() => {
    const [outer, inner] = [box.current, content.current];
    if (!outer || !inner) return;
    const stay = () => {
      if (following.current) outer.scrollTop = outer.scrollHeight;
    };
    const observer = new ResizeObserver(stay);
    observer.observe(outer);
    observer.observe(inner);
    stay();
    return () => observer.disconnect();
  }, [box, content]);

  const leave = () => {
    following.current = false;
  };
  return {
    away,
    toEnd: () => {
      following.current = mode === "follow";
      if (box.current) box.current.scrollTop = box.current.scrollHeight;
    },
    leave,
    /** For the scrolling box. */
    listeners: {
      onWheel: (event: WheelEvent) => {
        if (event.deltaY < 0) leave();
      },
      onTouchMove: leave,
      onKeyDown: (event: KeyboardEvent) => {
        if (UPWARD_KEYS.includes(event.key)) leave();
      },
      onScroll: () => {
        if (!box.current) return;
        const { scrollTop, scrollHeight, clientHeight } = box.current;
        const distance = scrollHeight - clientHeight - scrollTop;
        // Content that shrinks moves a reader up without any wish of theirs, but leaves them at the end.
        if (scrollTop < lastTop.current && distance > END_PX) leave();
        else if (scrollTop >= lastTop.current && distance <= END_PX) following.current = mode === "follow";
        lastTop.current = scrollTop;
        setAway(distance > AWAY_PX && !following.current);
      },
    },
  };
}
