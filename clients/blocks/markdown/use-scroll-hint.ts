import { useEffect, useRef } from "react";

/** Sides on which a box has more than is shown. */
export function hiddenSides(box: Pick<Element, "scrollLeft" | "scrollWidth" | "clientWidth">): string {
  const hidden = box.scrollWidth - box.clientWidth;
  // Where one writes from the right, places are counted below zero.
  const passed = Math.abs(box.scrollLeft);
  if (hidden <= 1) return "";
  return [passed > 1 ? "start" : "", passed < hidden - 1 ? "end" : ""].filter(Boolean).join(" ");
}

/**
 * Marks a box that is wider than its place: its sides fade where there is more, and it can be scrolled with the keyboard. Returns the
 * ref of the box.
 */
export function useScrollHint<Box extends HTMLElement>() {
  const ref = useRef<Box>(null);
  useEffect(() => {
    const box = ref.current;
    if (!box) return;
    const look = () => {
      const sides = hiddenSides(box);
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
    return () => {
      box.removeEventListener("scroll", look);
      resized?.disconnect();
    };
  }, []);
  return ref;
}
