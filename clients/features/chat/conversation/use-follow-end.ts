import { type KeyboardEvent, type RefObject, useEffect, useRef, useState, type WheelEvent } from "react";

/** Distance that counts as the end, because browsers round positions. */
const END_PX = 3;
/** Distance from which the scroll-down button appears. */
const AWAY_PX = 240;

const UPWARD_KEYS = ["ArrowUp", "PageUp", "Home"];

/**
 * `follow`: scrolls with the text until the reader scrolls. `pin`: moves the question to the top once. `off`:
 * never scrolls.
 */
export type ScrollMode = "follow" | "pin" | "off";

/**
 * Opens a scroll container at its end and keeps it there while it grows and the reader is there. Any move
 * away stops that; returning to the end resumes it in `follow` mode. Nothing else ever scrolls.
 *
 * Call `stay` whenever the content's height is set: text, height and position are then one frame; observing
 * the height would take three.
 */
export function useFollowEnd(box: RefObject<HTMLElement | null>, mode: ScrollMode) {
  const following = useRef(true);
  const lastTop = useRef(0);
  /** Scroll position that following set last. */
  const placed = useRef(0);
  const [away, setAway] = useState(false);

  const goToEnd = () => {
    const outer = box.current;
    if (!outer) return;
    outer.scrollTop = outer.scrollHeight;
    placed.current = outer.scrollTop;
  };
  const stay = () => {
    if (following.current) goToEnd();
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: it reads references alone
  useEffect(() => {
    const outer = box.current;
    if (!outer) return;
    const observer = new ResizeObserver(stay);
    observer.observe(outer);
    stay();
    return () => observer.disconnect();
  }, [box]);

  const leave = () => {
    following.current = false;
  };
  return {
    away,
    stay,
    toEnd: () => {
      following.current = mode === "follow";
      goToEnd();
    },
    leave,
    /** Listeners for the scroll container. */
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
        // Growing content moves the end away, and shrinking content moves the reader up but leaves
        // them at the end: neither is the reader's intention.
        if (scrollTop < placed.current - END_PX && distance > END_PX) leave();
        else if (scrollTop >= lastTop.current && distance <= END_PX) following.current = mode === "follow";
        lastTop.current = scrollTop;
        setAway(distance > AWAY_PX && !following.current);
      },
    },
  };
}
