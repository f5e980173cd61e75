import type { Adjustments } from "../model/document";
import type { Size } from "../model/matrix";
import { blurPixels } from "./blur-pixels";

/** Radius of the strongest blur, in pixels of the document. */
export const BLUR_MAX_PX = 40;
const SHARPEN_RADIUS_PX = 1.5;
/** Shares of red, green and blue in how bright a color looks (ITU-R BT.709). */
const LUMA = [0.2126, 0.7152, 0.0722] as const;
/** Change of a channel by full brightness and by full warmth. */
const BRIGHTNESS_MAX = 128;
const WARMTH_MAX = 48;

export const changesNothing = (values: Adjustments): boolean =>
  Object.values(values).every((value) => value === 0);

/** Applies adjustments to RGBA pixels in place. `scale`: pixels per pixel of the document. */
export function adjustPixels(
  pixels: Uint8ClampedArray,
  size: Size,
  values: Adjustments,
  scale: number,
): void {
  if (values.blur > 0) blurPixels(pixels, size, (values.blur / 100) * BLUR_MAX_PX * scale);
  if (values.sharpness > 0) sharpen(pixels, size, values.sharpness / 100, scale);
  if (values.brightness !== 0 || values.contrast !== 0 || values.warmth !== 0) mapChannels(pixels, values);
  if (values.saturation !== 0) saturate(pixels, 1 + values.saturation / 100);
}

function mapChannels(pixels: Uint8ClampedArray, values: Adjustments): void {
  const warmth = (values.warmth / 100) * WARMTH_MAX;
  const [red, green, blue] = [warmth, 0, -warmth].map((shift) => channelTable(values, shift));
  if (!red || !green || !blue) return;
  for (let at = 0; at < pixels.length; at += 4) {
    pixels[at] = red[pixels[at] ?? 0] ?? 0;
    pixels[at + 1] = green[pixels[at + 1] ?? 0] ?? 0;
    pixels[at + 2] = blue[pixels[at + 2] ?? 0] ?? 0;
  }
}

/** Returns the new value of each value of a channel. */
export function channelTable({ brightness, contrast }: Adjustments, shift: number): Uint8ClampedArray {
  const factor = contrast >= 0 ? 1 + (contrast / 100) * 2 : 1 + contrast / 100;
  const offset = (brightness / 100) * BRIGHTNESS_MAX + shift;
  return Uint8ClampedArray.from({ length: 256 }, (_, value) =>
    Math.max(0, Math.min(255, (value - 128) * factor + 128 + offset)),
  );
}

function saturate(pixels: Uint8ClampedArray, factor: number): void {
  for (let at = 0; at < pixels.length; at += 4) {
    const [red, green, blue] = [pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0];
    const gray = red * LUMA[0] + green * LUMA[1] + blue * LUMA[2];
    pixels[at] = gray + (red - gray) * factor;
    pixels[at + 1] = gray + (green - gray) * factor;
    pixels[at + 2] = gray + (blue - gray) * factor;
  }
}

/** Adds to each pixel its difference from a blurred copy. */
function sharpen(pixels: Uint8ClampedArray, size: Size, amount: number, scale: number): void {
  const soft = pixels.slice();
  blurPixels(soft, size, Math.max(1, SHARPEN_RADIUS_PX * scale));
  for (let at = 0; at < pixels.length; at += 1) {
    if (at % 4 === 3) continue;
    const value = pixels[at] ?? 0;
    pixels[at] = value + (value - (soft[at] ?? 0)) * amount * 2;
  }
}
