import type { Stroke } from "../model/document";
import { type Box, boxAround } from "../model/matrix";

/** Distance of the dabs of a soft brush, as a part of its size. */
const SPACING = 0.12;

/** Returns the places at which a soft brush leaves a dab along its way, beginning with its start. */
export function stampsAlong({ points, size }: Pick<Stroke, "points" | "size">): [x: number, y: number][] {
  const spacing = Math.max(0.5, size * SPACING);
  const [first] = points;
  if (!first) return [];
  const stamps: [number, number][] = [[first[0], first[1]]];
  let travelled = 0;
  let [fromX, fromY] = first;
  for (const [x, y] of points.slice(1)) {
    const length = Math.hypot(x - fromX, y - fromY);
    // Counted from the start, so that rounding does not add up.
    for (let at = stamps.length * spacing; at <= travelled + length; at = stamps.length * spacing) {
      const part = (at - travelled) / length;
      stamps.push([fromX + (x - fromX) * part, fromY + (y - fromY) * part]);
    }
    travelled += length;
    [fromX, fromY] = [x, y];
  }
  return stamps;
}

/** Returns the box that a stroke can change. */
export function boundsOfStroke({ points, size }: Pick<Stroke, "points" | "size">): Box {
  const { x, y, width, height } = boxAround(points.map(([px, py]) => ({ x: px, y: py })));
  const edge = size / 2 + 1;
  return { x: x - edge, y: y - edge, width: width + 2 * edge, height: height + 2 * edge };
}

/** Returns points without those that lie so close that nobody sees them: what is stored stays small. */
export function thinned(points: Stroke["points"], distance: number): Stroke["points"] {
  const kept: (readonly [number, number])[] = [];
  for (const [index, point] of points.entries()) {
    const last = kept.at(-1);
    const isEnd = index === points.length - 1;
    if (!last || isEnd || Math.hypot(point[0] - last[0], point[1] - last[1]) >= distance)
      kept.push([Math.round(point[0] * 10) / 10, Math.round(point[1] * 10) / 10]);
  }
  return kept;
}
