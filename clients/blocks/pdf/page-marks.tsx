import type { DocumentHighlight } from "@ensemble/contract/wire";

const percent = (fraction: number) => `${fraction * 100}%`;

/** Draws a person's highlights over a page. */
export function HighlightBoxes({ highlights }: { highlights: readonly DocumentHighlight[] }) {
  return highlights.flatMap(({ id, color, boxes }) =>
    boxes.map((box) => (
      <span
        key={`${id} ${box.x} ${box.y}`}
        data-testid="pdf-highlight"
        data-color={color}
        className="pdf-highlight pdf-ink"
        style={{
          left: percent(box.x),
          top: percent(box.y),
          width: percent(box.width),
          height: percent(box.height),
        }}
      />
    )),
  );
}

/** Marks the passages that a page was opened for. One group: where boxes of askew lines overlap nothing is darker. */
export function PassageMarks({ marks }: { marks: readonly DOMRect[] }) {
  return (
    <div className="pdf-marks">
      {marks.map(({ x, y, width, height }) => (
        <span
          key={`${x} ${y} ${width}`}
          data-testid="pdf-mark"
          className="pdf-mark"
          style={{ left: x, top: y, width, height }}
        />
      ))}
    </div>
  );
}
