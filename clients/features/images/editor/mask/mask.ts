import type { Box, Point, Size } from "../model/matrix";

/**
 * Set of pixels, as lengths of runs in reading order: the first is of pixels outside, the second of pixels
 * inside, and so on. Runs go on over the ends of lines.
 */
export interface Mask extends Size {
  runs: readonly number[];
}

/** Pixels of a mask: 1 inside, 0 outside. */
export type Bits = Uint8Array;

export const emptyMask = ({ width, height }: Size): Mask => ({ width, height, runs: [width * height] });

export const fullMask = ({ width, height }: Size): Mask => ({ width, height, runs: [0, width * height] });

export function maskFromBits(bits: Bits, { width, height }: Size): Mask {
  const runs: number[] = [];
  let inside = 0;
  let start = 0;
  for (let at = 0; at < bits.length; at += 1) {
    if (bits[at] === inside) continue;
    runs.push(at - start);
    inside = 1 - inside;
    start = at;
  }
  runs.push(bits.length - start);
  return { width, height, runs };
}

export function bitsOfMask({ width, height, runs }: Mask): Bits {
  const bits = new Uint8Array(width * height);
  let at = 0;
  runs.forEach((length, index) => {
    if (index % 2 === 1) bits.fill(1, at, at + length);
    at += length;
  });
  return bits;
}

/** Returns the number of pixels inside. */
export const areaOf = ({ runs }: Mask): number =>
  runs.reduce((area, length, index) => (index % 2 === 1 ? area + length : area), 0);

export const isEmpty = (mask: Mask): boolean => areaOf(mask) === 0;

export function invertMask({ width, height, runs }: Mask): Mask {
  return { width, height, runs: runs[0] === 0 ? runs.slice(1) : [0, ...runs] };
}

/** Ways in which a new selection joins the one before. */
export const COMBINATIONS = ["replace", "add", "subtract", "intersect"] as const;
export type Combination = (typeof COMBINATIONS)[number];

/** Joins two masks of the same size. */
export function combineMasks(before: Mask | null, next: Mask, how: Combination): Mask {
  if (how === "replace") return next;
  if (!before) return how === "add" ? next : emptyMask(next);
  const [one, other] = [bitsOfMask(before), bitsOfMask(next)];
  for (let at = 0; at < one.length; at += 1) {
    const [a, b] = [one[at] ?? 0, other[at] ?? 0];
    one[at] = how === "add" ? a | b : how === "subtract" ? a & (1 - b) : a & b;
  }
  return maskFromBits(one, next);
}

/** Returns the part of a mask in a window of its plane; pixels beyond the mask are outside. */
export function windowOfMask(mask: Mask, window: Box): Mask {
  const bits = bitsOfMask(mask);
  const [left, top] = [Math.round(window.x), Math.round(window.y)];
  const size = { width: Math.round(window.width), height: Math.round(window.height) };
  const result = new Uint8Array(size.width * size.height);
  const from = Math.max(0, left);
  const to = Math.min(mask.width, left + size.width);
  for (let y = Math.max(0, top); y < Math.min(mask.height, top + size.height); y += 1)
    if (to > from)
      result.set(
        bits.subarray(y * mask.width + from, y * mask.width + to),
        (y - top) * size.width + from - left,
      );
  return maskFromBits(result, size);
}

/** Moves a mask; what leaves its plane is lost. */
export const shiftMask = (mask: Mask, { x, y }: Point): Mask =>
  windowOfMask(mask, { x: -x, y: -y, width: mask.width, height: mask.height });

/** Makes a mask larger by `radius` pixels in all directions, or smaller if it is negative. */
export function growMask(mask: Mask, radius: number): Mask {
  if (radius === 0) return mask;
  if (radius < 0) return invertMask(growMask(invertMask(mask), -radius));
  const { width, height } = mask;
  const wide = spread(bitsOfMask(mask), { width, height }, radius, 1, width);
  return maskFromBits(spread(wide, { width: height, height: width }, radius, width, 1), mask);
}

/** Spreads pixels along lines: `step` leads from pixel to pixel, `line` from line to line. */
function spread(bits: Bits, { width, height }: Size, radius: number, step: number, line: number): Bits {
  const result = new Uint8Array(bits.length);
  for (let row = 0; row < height; row += 1) {
    let last = -Infinity;
    for (let at = 0; at < width + radius; at += 1) {
      if (at < width && bits[row * line + at * step] === 1) last = at;
      const behind = at - radius;
      if (behind >= 0 && last >= behind - radius) result[row * line + behind * step] = 1;
    }
  }
  return result;
}

/** Returns the smallest box around the pixels inside; null if there are none. */
export function boundsOfMask(mask: Mask): Box | null {
  const { width, runs } = mask;
  let [left, top, right, bottom] = [Infinity, Infinity, -1, -1];
  let at = 0;
  runs.forEach((length, index) => {
    if (index % 2 === 1 && length > 0) {
      const [first, last] = [at, at + length - 1];
      const [y1, y2] = [Math.floor(first / width), Math.floor(last / width)];
      top = Math.min(top, y1);
      bottom = Math.max(bottom, y2);
      left = Math.min(left, y1 === y2 ? first % width : 0);
      right = Math.max(right, y1 === y2 ? last % width : width - 1);
    }
    at += length;
  });
  return right < 0 ? null : { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
}

/** Returns true if the pixels of a mask are as many as its size says, so that it may be drawn. */
export const isWholeMask = ({ width, height, runs }: Mask): boolean =>
  Number.isInteger(width) &&
  Number.isInteger(height) &&
  width > 0 &&
  height > 0 &&
  runs.every((length) => Number.isInteger(length) && length >= 0) &&
  runs.reduce((sum, length) => sum + length, 0) === width * height;
