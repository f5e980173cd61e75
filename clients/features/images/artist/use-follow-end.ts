import { useEffect, useRef } from "react";

/** Distance from the end within which a reader counts as being there. */
const NEAR_PX = 80;

/** Keeps the end of a list in view while it grows, until its reader scrolls away, and again once they are back. */
export function useFollowEnd() {
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const view = scroller.current;
    const list = content.current;
    if (!view || !list) return;
    let follows = true;
    const onScroll = () => {
      follows = view.scrollHeight - view.scrollTop - view.clientHeight < NEAR_PX;
    };
    const observer = new ResizeObserver(() => {
      if (follows) view.scrollTop = view.scrollHeight;
    });
    view.addEventListener("scroll", onScroll, { passive: true });
    observer.observe(view);
    observer.observe(list);
    return () => {
      view.removeEventListener("scroll", onScroll);
      observer.disconnect();
    };
  }, []);
  return { scroller, content };
}
