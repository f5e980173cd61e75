import { useEffect, useRef } from "react";

/** Sides on which a box has more than is shown. */
export function hiddenSides(
  box: Pick<Element, "scrollLeft" | "scrollWidth" | "clientWidth">,
  direction: string,
): string {
  const hidden = box.scrollWidth - box.clientWidth;
  if (hidden <= 1) return "";
  // Where one writes from the right, places are counted from there and below zero.
  const fromLeft = direction === "rtl" ? hidden + box.scrollLeft : box.scrollLeft;
  return [fromLeft > 1 ? "left" : "", fromLeft < hidden - 1 ? "right" : ""].filter(Boolean).join(" ");
}

/**
 * Marks a box that is wider than its place: its sides fade where there is more, and it can be scrolled with the keyboard. Returns the
 * ref of the box. `isBox`: false for an element that is no box at present.
 */
export function useScrollHint<Box extends HTMLElement>(isBox = true) {
  const ref = useRef<Box>(null);
  useEffect(() => {
    const box = ref.current;
    if (!box || !isBox) return;
    const look = () => {
      const sides = hiddenSides(box, getComputedStyle(box).direction);
      if (sides === "") box.removeAttribute("data-more");
      else box.dataset.more = sides;
      if (sides !== "") box.tabIndex = 0;
    };
    look();
    box.addEventListener("scroll", look, { passive: true });
    const resized = typeof ResizeObserver === "undefined" ? null : new ResizeObserver(look);
    resized?.observe(box);
    // What is in it may become wider than the box without the box itself changing.
    for (const child of box.children) resized?.observe(child);
    // A line that is being written, and a formula once it is drawn, have no size of their own to observe.
    let frame = 0;
    const changed = new MutationObserver(() => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(look);
    });
    changed.observe(box, { childList: true, characterData: true, subtree: true });
    return () => {
      box.removeEventListener("scroll", look);
      resized?.disconnect();
      changed.disconnect();
      cancelAnimationFrame(frame);
    };
  }, [isBox]);
  return ref;
}
