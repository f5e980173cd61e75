import { type RefObject, useEffect, useEffectEvent, useRef } from "react";
import type { SelectedElement } from "../preview/messages";

const PASSAGES = "p, li, h1, h2, h3, h4, h5, h6, pre, blockquote, tr";
const TEXT_MAX = 500;

/** Lets a person select a passage of what is in the returned place by a click, while it is on. */
export function usePassageSelection<Place extends HTMLElement>(
  isOn: boolean,
  onSelected?: (passage: SelectedElement) => void,
): RefObject<Place | null> {
  const place = useRef<Place>(null);
  const click = useEffectEvent((event: Event) => {
    const passage = event.target instanceof Element ? event.target.closest(PASSAGES) : null;
    if (!passage || !place.current?.contains(passage)) return;
    // A link in it leads nowhere now.
    event.preventDefault();
    event.stopPropagation();
    const text = (passage.textContent ?? "").replace(/\s+/g, " ").trim().slice(0, TEXT_MAX);
    if (text !== "") onSelected?.({ name: passage.localName, html: passage.outerHTML, text });
  });
  useEffect(() => {
    const element = place.current;
    if (!isOn || !element) return;
    const listen = (event: Event) => click(event);
    element.addEventListener("click", listen, true);
    return () => element.removeEventListener("click", listen, true);
  }, [isOn]);
  return place;
}
