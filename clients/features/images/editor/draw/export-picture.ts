import { invertMask, isEmpty, type Mask, maskFromBits, windowOfMask } from "../mask/mask";
import type { EditorDocument } from "../model/document";
import type { Assets } from "./assets";
import { blobOf, CanvasError, freeSurface, newSurface } from "./canvas";
import { Compositor } from "./compositor";
import { drawMask } from "./marks";

export const FORMATS = ["png", "jpeg", "webp"] as const;
export type Format = (typeof FORMATS)[number];

const QUALITY = 0.92;

/** Opacity below which a pixel counts as missing. */
const CLEAR_BELOW = 128;

/** Runs `work` with the picture of a document in its full size. */
export async function withPicture<T>(
  document: EditorDocument,
  assets: Assets,
  work: (canvas: HTMLCanvasElement) => T | Promise<T>,
): Promise<T> {
  const compositor = new Compositor(assets);
  try {
    return await work(compositor.compose({ document, scale: 1 }));
  } finally {
    compositor.close();
  }
}

/** Returns a document as a file. Formats without transparency get a white ground. */
export const exportPicture = (document: EditorDocument, assets: Assets, format: Format): Promise<Blob> =>
  withPicture(document, assets, (canvas) => {
    if (format === "jpeg") fillBehind(canvas, "#ffffff");
    return blobOf(canvas, `image/${format}`, format === "png" ? undefined : QUALITY);
  });

function fillBehind(canvas: HTMLCanvasElement, color: string): void {
  const context = canvas.getContext("2d");
  if (!context) return;
  context.globalCompositeOperation = "destination-over";
  context.fillStyle = color;
  context.fillRect(0, 0, canvas.width, canvas.height);
}

/** Returns the pixels of a document. */
export const pixelsOf = (document: EditorDocument, assets: Assets): Promise<ImageData> =>
  withPicture(document, assets, (canvas) => {
    const context = canvas.getContext("2d");
    if (!context) throw new CanvasError("size");
    return context.getImageData(0, 0, canvas.width, canvas.height);
  });

/** Returns the selection over the frame as it is now; null without one. */
export function selectedMask({ frame, selection }: EditorDocument): Mask | null {
  if (!selection || isEmpty(selection.mask)) return null;
  const { origin, mask } = selection;
  return windowOfMask(mask, { ...frame, x: frame.x - origin.x, y: frame.y - origin.y });
}

/** Returns the pixels that are missing: clear ones, as around a picture with a larger frame. */
export function clearMask({ data, width, height }: ImageData): Mask {
  const bits = new Uint8Array(width * height);
  for (let at = 0; at < bits.length; at += 1) bits[at] = (data[at * 4 + 3] ?? 0) < CLEAR_BELOW ? 1 : 0;
  return maskFromBits(bits, { width, height });
}

/** Returns what a tool is to make anew: the selection, else what is missing; null if there is neither. */
export async function maskToRemake(document: EditorDocument, assets: Assets): Promise<Mask | null> {
  const selected = selectedMask(document);
  if (selected) return selected;
  const clear = clearMask(await pixelsOf(document, assets));
  return isEmpty(clear) ? null : clear;
}

/** Returns a mask as a PNG file in which what is to be made anew is transparent, and the rest black. */
export async function maskPicture(mask: Mask): Promise<Blob> {
  const surface = drawMask(invertMask(mask), "#000000");
  try {
    return await blobOf(surface.canvas, "image/png");
  } finally {
    freeSurface(surface);
  }
}

/** Returns a small picture of one layer alone, as for a list; null if it shows nothing. */
export function thumbnailOf(
  document: EditorDocument,
  assets: Assets,
  id: string,
  side: number,
): HTMLCanvasElement | null {
  const layers = document.layers.filter((layer) => layer.id === id);
  if (layers.length === 0) return null;
  const scale = side / Math.max(document.frame.width, document.frame.height);
  const compositor = new Compositor(assets);
  const surface = newSurface({ width: document.frame.width * scale, height: document.frame.height * scale });
  const shown = layers.map((layer) => ({ ...layer, visible: true, opacity: 1, blend: "normal" as const }));
  surface.context.drawImage(compositor.compose({ document: { ...document, layers: shown }, scale }), 0, 0);
  compositor.close();
  return surface.canvas;
}
