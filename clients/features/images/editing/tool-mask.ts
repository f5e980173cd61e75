/**
 * Converts a mask of the editor, which is transparent where something is selected, to one for the server's tools:
 * white there, black elsewhere. Changes the pixels in place.
 */
export function toWhiteOnBlack(pixels: Uint8ClampedArray): void {
  for (let at = 0; at < pixels.length; at += 4) {
    const selected = 255 - (pixels[at + 3] ?? 0);
    pixels.fill(selected, at, at + 3);
    pixels[at + 3] = 255;
  }
}

/** Returns the mask as the server's tools take it. */
export async function maskForTool(mask: Blob): Promise<Blob> {
  const picture = await createImageBitmap(mask);
  const { width, height } = picture;
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext("2d");
  if (!context) throw new Error("the browser draws no pictures");
  context.drawImage(picture, 0, 0);
  picture.close();
  const content = context.getImageData(0, 0, width, height);
  toWhiteOnBlack(content.data);
  context.putImageData(content, 0, 0);
  return canvas.convertToBlob({ type: "image/png" });
}
