import { ICON_SIDE_MIN_PIXELS } from "@ensemble/contract/generated/limits/bots";

/** Spec §9: "avatar crop 512x512 at quality 75". */
const SIDE = 512;
const QUALITY = 0.75;

/** Returns the problem of an image file before it is read; null: none. */
export function pictureProblem(
  file: Pick<File, "type" | "size">,
  maxBytes: number,
): "picture_type" | "picture_size" | "picture_broken" | null {
  if (file.type !== "image/png" && file.type !== "image/jpeg") return "picture_type";
  return file.size > maxBytes ? "picture_size" : null;
}

/** Returns a warning about an image's unusual shape, which is cropped and scaled anyway. Null: none. */
export function oddShape(width: number, height: number): "crop_small" | "crop_long" | null {
  const [short, long] = [Math.min(width, height), Math.max(width, height)];
  if (short < ICON_SIDE_MIN_PIXELS) return "crop_small";
  return long > short * LONGEST ? "crop_long" : null;
}

/** Aspect ratio above which a warning says that most of the image will be cut off. */
const LONGEST = 3;

/** Square crop of an image: `zoom` 1 is the largest; `x` and `y` from 0 to 1 are its position. */
export interface Crop {
  zoom: number;
  x: number;
  y: number;
}

/** Returns the crop in the image's own pixels. */
export function squareOf(width: number, height: number, { zoom, x, y }: Crop) {
  const side = Math.min(width, height) / zoom;
  return { left: (width - side) * x, top: (height - side) * y, side };
}

/** Returns the crop as a new JPEG. */
export async function cropPicture(picture: ImageBitmap, crop: Crop): Promise<Blob> {
  const { left, top, side } = squareOf(picture.width, picture.height, crop);
  const canvas = document.createElement("canvas");
  canvas.width = SIDE;
  canvas.height = SIDE;
  const context = canvas.getContext("2d");
  if (!context) throw new Error("This browser cannot draw");
  context.fillStyle = "white";
  context.fillRect(0, 0, SIDE, SIDE);
  context.drawImage(picture, left, top, side, side, 0, 0, SIDE, SIDE);
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error("This browser cannot make a JPEG"))),
      "image/jpeg",
      QUALITY,
    ),
  );
}
