import { type RefObject, useEffect, useState } from "react";
import { findPassage } from "./passage-in-page";
import "./marked-passage.css";

/** Name of the CSS highlight, also used in marked-passage.css. */
const MARK = "marked-passage";

/**
 * Highlights words in an element and scrolls them into view. `shown`: value that determines the content;
 * null: not known yet. Returns true if the words were not found.
 */
export function useMarkedPassage(
  element: RefObject<HTMLElement | null>,
  passage: string,
  shown: string | null,
): boolean {
  const [missing, setMissing] = useState(false);
  useEffect(() => {
    const marks = typeof CSS !== "undefined" && "highlights" in CSS ? CSS.highlights : null;
    if (passage === "" || shown === null || !element.current) return;
    const range = findPassage(element.current, passage);
    setMissing(range === null);
    if (!range) return;
    marks?.set(MARK, new Highlight(range));
    range.startContainer.parentElement?.scrollIntoView({ block: "center" });
    return () => {
      marks?.delete(MARK);
    };
  }, [element, passage, shown]);
  return missing && passage !== "";
}
