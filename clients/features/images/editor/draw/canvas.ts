import type { Size } from "../model/matrix";

/** The browser cannot draw a picture of this size, or write one in this format. */
export class CanvasError extends Error {
  readonly reason: "size" | "format";
  constructor(reason: "size" | "format") {
    super(`the browser refuses a picture for its ${reason}`);
    this.reason = reason;
  }
}

export interface Surface {
  canvas: HTMLCanvasElement;
  context: CanvasRenderingContext2D;
}

/**
 * Makes a canvas to draw on. Throws if the browser has no memory for one of this size. `isRead`: its pixels are read
 * often.
 */
export function newSurface({ width, height }: Size, isRead = false): Surface {
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.ceil(width));
  canvas.height = Math.max(1, Math.ceil(height));
  const context = canvas.getContext("2d", { willReadFrequently: isRead });
  if (!context) throw new CanvasError("size");
  context.imageSmoothingQuality = "medium";
  return { canvas, context };
}

/** Gives the memory of a canvas back at once instead of when it is collected. */
export function freeSurface(surface: Surface | null): void {
  if (!surface) return;
  surface.canvas.width = 0;
  surface.canvas.height = 0;
}

export function clearSurface({ canvas, context }: Surface): void {
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.globalAlpha = 1;
  context.globalCompositeOperation = "source-over";
  context.clearRect(0, 0, canvas.width, canvas.height);
}

export function blobOf(canvas: HTMLCanvasElement, type: string, quality?: number): Promise<Blob> {
  return new Promise((resolve, reject) => {
    const take = (blob: Blob | null) => {
      // A browser that does not know a format writes PNG instead.
      if (blob?.type === type) resolve(blob);
      else reject(new CanvasError(blob ? "format" : "size"));
    };
    canvas.toBlob(take, type, quality);
  });
}
