import type { Box, Point, Size } from "../model/matrix";
import { type Bits, type Mask, maskFromBits } from "./mask";

/** Returns the pixels whose centers lie in a polygon; areas that it goes around twice are outside. */
export function polygonMask(points: readonly Point[], size: Size): Mask {
  const bits: Bits = new Uint8Array(size.width * size.height);
  for (let y = 0; y < size.height; y += 1) {
    const crossings = crossingsAt(points, y + 0.5);
    for (let pair = 0; pair + 1 < crossings.length; pair += 2) {
      const from = Math.max(0, Math.ceil((crossings[pair] ?? 0) - 0.5));
      const to = Math.min(size.width, Math.ceil((crossings[pair + 1] ?? 0) - 0.5));
      if (to > from) bits.fill(1, y * size.width + from, y * size.width + to);
    }
  }
  return maskFromBits(bits, size);
}

function crossingsAt(points: readonly Point[], y: number): number[] {
  const found: number[] = [];
  points.forEach((from, index) => {
    const to = points[(index + 1) % points.length];
    if (!to || from.y <= y === to.y <= y) return;
    found.push(from.x + ((y - from.y) / (to.y - from.y)) * (to.x - from.x));
  });
  return found.sort((one, other) => one - other);
}

export const rectangleMask = ({ x, y, width, height }: Box, size: Size): Mask =>
  polygonMask(
    [
      { x, y },
      { x: x + width, y },
      { x: x + width, y: y + height },
      { x, y: y + height },
    ],
    size,
  );

/** Returns the pixels that a round brush covers on its way. */
export function strokeMask(points: readonly Point[], diameter: number, size: Size): Mask {
  const bits: Bits = new Uint8Array(size.width * size.height);
  const radius = Math.max(0.5, diameter / 2);
  for (const [index, to] of points.entries())
    coverSegment(bits, size, points[Math.max(0, index - 1)] ?? to, to, radius);
  return maskFromBits(bits, size);
}

function coverSegment(bits: Bits, { width, height }: Size, from: Point, to: Point, radius: number): void {
  const left = Math.max(0, Math.floor(Math.min(from.x, to.x) - radius));
  const right = Math.min(width - 1, Math.ceil(Math.max(from.x, to.x) + radius));
  const top = Math.max(0, Math.floor(Math.min(from.y, to.y) - radius));
  const bottom = Math.min(height - 1, Math.ceil(Math.max(from.y, to.y) + radius));
  for (let y = top; y <= bottom; y += 1)
    for (let x = left; x <= right; x += 1)
      if (squaredDistance(x + 0.5, y + 0.5, from, to) <= radius * radius) bits[y * width + x] = 1;
}

function squaredDistance(x: number, y: number, from: Point, to: Point): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = dx * dx + dy * dy;
  const along = length === 0 ? 0 : Math.max(0, Math.min(1, ((x - from.x) * dx + (y - from.y) * dy) / length));
  const [ox, oy] = [x - from.x - along * dx, y - from.y - along * dy];
  return ox * ox + oy * oy;
}
