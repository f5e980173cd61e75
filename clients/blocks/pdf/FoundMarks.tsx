import { type RefObject, useEffect, useState } from "react";
import { placesOf } from "./find-passage";
import { type PageText, rectsOf } from "./page-text";

/** Search on one page. `turn` changes each time a match should scroll into view. */
export interface FindOnPage {
  query: string;
  /** Index of the current match on this page. */
  shown: number | null;
  turn: number;
}

interface Mark {
  rect: DOMRect;
  shown: boolean;
}

/** Highlights search matches on a rendered page and scrolls the current one into view. */
export function FoundMarks({
  page,
  frame,
  query,
  shown,
  turn,
  brought,
}: FindOnPage & {
  page: PageText;
  frame: RefObject<HTMLElement | null>;
  /** Last turn that was scrolled to, so that scrolling back to the page does not repeat it. */
  brought: RefObject<number>;
}) {
  const [marks, setMarks] = useState<readonly Mark[]>([]);
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const found = placesOf(page.text, query).flatMap((stretch, index) =>
      rectsOf(page, stretch, element).map((rect) => ({ rect, shown: index === shown })),
    );
    setMarks(found);
    const first = found.find((mark) => mark.shown)?.rect;
    const scroller = element.closest("[data-pdf-scroller]");
    if (!first || !scroller || brought.current === turn) return;
    brought.current = turn;
    scroller.scrollTo({ top: element.offsetTop + first.y - scroller.clientHeight / 3 });
  }, [page, frame, query, shown, turn, brought]);
  return (
    <div className="pdf-marks">
      {marks.map(({ rect: { x, y, width, height }, shown: isShown }) => (
        <span
          key={`${x} ${y} ${width}`}
          data-testid="pdf-found"
          aria-current={isShown || undefined}
          className="pdf-found"
          style={{ left: x, top: y, width, height }}
        />
      ))}
    </div>
  );
}
