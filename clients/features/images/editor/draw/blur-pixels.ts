import type { Size } from "../model/matrix";

/** Three box blurs look like a Gaussian one, and take the same time for every radius. */
const PASSES = 3;

/** Blurs RGBA pixels in place. Colors of clear pixels do not bleed. */
export function blurPixels(pixels: Uint8ClampedArray, { width, height }: Size, radius: number): void {
  const reach = Math.round(radius / Math.sqrt(PASSES));
  if (reach < 1) return;
  premultiply(pixels);
  const line = new Uint8ClampedArray((Math.max(width, height) + 2 * reach) * 4);
  for (let pass = 0; pass < PASSES; pass += 1) {
    for (let y = 0; y < height; y += 1) blurLine(pixels, line, y * width * 4, 4, width, reach);
    for (let x = 0; x < width; x += 1) blurLine(pixels, line, x * 4, width * 4, height, reach);
  }
  unpremultiply(pixels);
}

/** Replaces each pixel of a line by the mean of those around it; the edges go on as they end. */
function blurLine(
  pixels: Uint8ClampedArray,
  line: Uint8ClampedArray,
  start: number,
  step: number,
  length: number,
  reach: number,
): void {
  for (let at = 0, from = start; at < length; at += 1, from += step) {
    const to = (at + reach) * 4;
    line[to] = pixels[from] as number;
    line[to + 1] = pixels[from + 1] as number;
    line[to + 2] = pixels[from + 2] as number;
    line[to + 3] = pixels[from + 3] as number;
  }
  extend(line, length, reach);
  const [count, behind] = [2 * reach + 1, (2 * reach + 1) * 4];
  // All four channels in one pass, and no bounds to check: this loop is most of the time of a blur.
  let [red, green, blue, alpha] = [0, 0, 0, 0];
  for (let at = 0, to = start - 2 * reach * step; at < (length + 2 * reach) * 4; at += 4, to += step) {
    red += line[at] as number;
    green += line[at + 1] as number;
    blue += line[at + 2] as number;
    alpha += line[at + 3] as number;
    if (at < behind - 4) continue;
    pixels[to] = red / count;
    pixels[to + 1] = green / count;
    pixels[to + 2] = blue / count;
    pixels[to + 3] = alpha / count;
    red -= line[at + 4 - behind] as number;
    green -= line[at + 5 - behind] as number;
    blue -= line[at + 6 - behind] as number;
    alpha -= line[at + 7 - behind] as number;
  }
}

/** Repeats the first and the last pixel of a line before and behind it. */
function extend(line: Uint8ClampedArray, length: number, reach: number): void {
  for (let at = 0; at < reach; at += 1) {
    line.copyWithin(at * 4, reach * 4, reach * 4 + 4);
    line.copyWithin((reach + length + at) * 4, (reach + length - 1) * 4, (reach + length) * 4);
  }
}

function premultiply(pixels: Uint8ClampedArray): void {
  for (let at = 0; at < pixels.length; at += 4) {
    const alpha = pixels[at + 3] ?? 0;
    if (alpha === 255) continue;
    for (let channel = 0; channel < 3; channel += 1)
      pixels[at + channel] = ((pixels[at + channel] ?? 0) * alpha) / 255;
  }
}

function unpremultiply(pixels: Uint8ClampedArray): void {
  for (let at = 0; at < pixels.length; at += 4) {
    const alpha = pixels[at + 3] ?? 0;
    if (alpha === 255 || alpha === 0) continue;
    for (let channel = 0; channel < 3; channel += 1)
      pixels[at + channel] = ((pixels[at + channel] ?? 0) * 255) / alpha;
  }
}
