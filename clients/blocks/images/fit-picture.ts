import { pictureName } from "./picture-name";
import { RATIO_MAX } from "./send-picture";

/** Part of a picture that is kept, and the size it gets. */
export interface Fit {
  left: number;
  top: number;
  width: number;
  height: number;
  /** 1 or more: smaller pictures are enlarged. */
  scale: number;
}

/** Returns how a picture comes to sides that are taken: its middle in a ratio that is, enlarged where it is small. */
export function fitFor(width: number, height: number, minPixels: number): Fit {
  const [keptWidth, keptHeight] = [Math.min(width, RATIO_MAX * height), Math.min(height, RATIO_MAX * width)];
  return {
    left: Math.floor((width - keptWidth) / 2),
    top: Math.floor((height - keptHeight) / 2),
    width: keptWidth,
    height: keptHeight,
    scale: Math.max(1, minPixels / Math.min(keptWidth, keptHeight)),
  };
}

/** Crops and enlarges a picture so that it is taken (spec §5: "auto-scales"). */
export async function fitPicture(file: File, minPixels: number): Promise<File> {
  const picture = await createImageBitmap(file);
  const { left, top, width, height, scale } = fitFor(picture.width, picture.height, minPixels);
  const canvas = new OffscreenCanvas(Math.ceil(width * scale), Math.ceil(height * scale));
  const context = canvas.getContext("2d");
  if (!context) throw new Error("the browser draws no pictures");
  context.drawImage(picture, left, top, width, height, 0, 0, canvas.width, canvas.height);
  picture.close();
  const content = await canvas.convertToBlob({ type: "image/png" });
  return new File([content], pictureName(file.name, "png"), { type: "image/png" });
}
