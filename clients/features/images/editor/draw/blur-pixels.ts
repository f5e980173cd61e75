import type { Size } from "../model/matrix";

/** Three box blurs look like a Gaussian one, and take the same time for every radius. */
const PASSES = 3;

/** Blurs RGBA pixels in place. Colors of clear pixels do not bleed. */
export function blurPixels(pixels: Uint8ClampedArray, { width, height }: Size, radius: number): void {
  const reach = Math.round(radius / Math.sqrt(PASSES));
  if (reach < 1) return;
  premultiply(pixels);
  const line = new Uint8ClampedArray(Math.max(width, height) * 4);
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
  for (let at = 0; at < length; at += 1)
    for (let channel = 0; channel < 4; channel += 1)
      line[at * 4 + channel] = pixels[start + at * step + channel] ?? 0;
  const count = 2 * reach + 1;
  const last = length - 1;
  for (let channel = 0; channel < 4; channel += 1) {
    const value = (at: number) => line[Math.max(0, Math.min(last, at)) * 4 + channel] ?? 0;
    let sum = 0;
    for (let at = -reach; at <= reach; at += 1) sum += value(at);
    for (let at = 0; at < length; at += 1) {
      pixels[start + at * step + channel] = sum / count;
      sum += value(at + reach + 1) - value(at - reach);
    }
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
