import type { Point, Size } from "../model/matrix";
import { type Bits, type Mask, maskFromBits } from "./mask";

export interface FloodFill {
  /** RGBA, four bytes a pixel. */
  pixels: Uint8ClampedArray;
  size: Size;
  start: Point;
  /** Difference of a color that still counts as the same: 0 (none) to 255. */
  tolerance: number;
  /** True if only pixels that touch are selected; false: all of that color. */
  contiguous: boolean;
}

/** Selects the pixels that look like the one at `start`; none if that lies outside. */
export function floodFill({ pixels, size, start, tolerance, contiguous }: FloodFill): Mask {
  const [x, y] = [Math.floor(start.x), Math.floor(start.y)];
  const bits: Bits = new Uint8Array(size.width * size.height);
  if (x < 0 || y < 0 || x >= size.width || y >= size.height) return maskFromBits(bits, size);
  const seed = y * size.width + x;
  const isLike = likenessTo(pixels, seed, tolerance);
  if (contiguous) fillFrom(bits, size, seed, isLike);
  else for (let at = 0; at < bits.length; at += 1) if (isLike(at)) bits[at] = 1;
  return maskFromBits(bits, size);
}

/** Returns a test of pixels: colors are compared as they look on white, so that clear pixels are alike. */
function likenessTo(pixels: Uint8ClampedArray, seed: number, tolerance: number) {
  const channel = (at: number, index: number) => {
    const alpha = (pixels[at * 4 + 3] ?? 0) / 255;
    return (pixels[at * 4 + index] ?? 0) * alpha + 255 * (1 - alpha);
  };
  const [red, green, blue, alpha] = [
    channel(seed, 0),
    channel(seed, 1),
    channel(seed, 2),
    pixels[seed * 4 + 3] ?? 0,
  ];
  const words = new Uint32Array(pixels.buffer, pixels.byteOffset, pixels.length / 4);
  const word = words[seed];
  return (at: number): boolean =>
    // Most pixels of a plain area are exactly the same.
    words[at] === word || isWithin(at);
  function isWithin(at: number): boolean {
    return (
      Math.abs(channel(at, 0) - red) <= tolerance &&
      Math.abs(channel(at, 1) - green) <= tolerance &&
      Math.abs(channel(at, 2) - blue) <= tolerance &&
      Math.abs((pixels[at * 4 + 3] ?? 0) - alpha) <= tolerance
    );
  }
}

/** Fills line by line: each stretch of a line brings the starts of stretches above and beneath it. */
function fillFrom(bits: Bits, { width, height }: Size, seed: number, isLike: (at: number) => boolean): void {
  const open = [seed];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (bits[at] === 1) continue;
    const line = at - (at % width);
    let from = at;
    while (from > line && bits[from - 1] === 0 && isLike(from - 1)) from -= 1;
    let to = at;
    while (to < line + width - 1 && bits[to + 1] === 0 && isLike(to + 1)) to += 1;
    bits.fill(1, from, to + 1);
    for (const next of [line - width, line + width]) {
      if (next < 0 || next >= width * height) continue;
      pushStarts(open, bits, from - line + next, to - line + next, isLike);
    }
  }
}

function pushStarts(
  open: number[],
  bits: Bits,
  from: number,
  to: number,
  isLike: (at: number) => boolean,
): void {
  let inStretch = false;
  for (let at = from; at <= to; at += 1) {
    const fits = bits[at] === 0 && isLike(at);
    if (fits && !inStretch) open.push(at);
    inStretch = fits;
  }
}
