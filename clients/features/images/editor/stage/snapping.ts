import type { Box, Point } from "../model/matrix";

/** Line on which something snaps, in the coordinates of the document. */
export interface Guide {
  axis: "x" | "y";
  at: number;
}

const startOf = (box: Box, axis: Guide["axis"]) => box[axis];
const lengthOf = (box: Box, axis: Guide["axis"]) => (axis === "x" ? box.width : box.height);
const linesOf = (box: Box, axis: Guide["axis"]): number[] => [
  startOf(box, axis),
  startOf(box, axis) + lengthOf(box, axis) / 2,
  startOf(box, axis) + lengthOf(box, axis),
];

/** Moves a box so that an edge or its middle lies on one of another box, if one is within `reach`. */
export function snap(box: Box, others: readonly Box[], reach: number): { by: Point; guides: Guide[] } {
  const guides: Guide[] = [];
  const along = (axis: Guide["axis"]): number => {
    let best: { by: number; at: number } | null = null;
    for (const target of others.flatMap((other) => linesOf(other, axis)))
      for (const line of linesOf(box, axis)) {
        const by = target - line;
        if (Math.abs(by) <= reach && (!best || Math.abs(by) < Math.abs(best.by))) best = { by, at: target };
      }
    if (best) guides.push({ axis, at: best.at });
    return best?.by ?? 0;
  };
  return { by: { x: along("x"), y: along("y") }, guides };
}

/** Returns the largest box of a ratio around the middle of a frame that fits into it. */
export function boxOfRatio(frame: Box, ratio: number): Box {
  const width = Math.min(frame.width, frame.height * ratio);
  const height = width / ratio;
  return { x: frame.x + (frame.width - width) / 2, y: frame.y + (frame.height - height) / 2, width, height };
}

/** Returns the box between two corners; a square with `square`. */
export function boxBetween(from: Point, to: Point, square = false): Box {
  let [width, height] = [to.x - from.x, to.y - from.y];
  if (square) {
    const side = Math.max(Math.abs(width), Math.abs(height));
    [width, height] = [Math.sign(width || 1) * side, Math.sign(height || 1) * side];
  }
  return {
    x: Math.min(from.x, from.x + width),
    y: Math.min(from.y, from.y + height),
    width: Math.abs(width),
    height: Math.abs(height),
  };
}
