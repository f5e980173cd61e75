import { IMAGE_MAX_BYTES, IMAGE_MAX_PIXELS } from "@ensemble/contract/generated/limits/files";
import { pictureName } from "../images/picture-name";
import { canReadByServer, readByServer } from "./read-by-server";

/** Spec §9: "Compression: default maximum 2048 at quality 75". */
const QUALITY = 0.75;

const KEPT_TYPES = ["image/png", "image/jpeg"];

/**
 * Converts an image to the server's limits: PNG or JPEG, at most 2048 pixels per side and 4 MB. An image
 * within the limits stays unchanged. One that the browser cannot draw is read by the server if it is a HEIC or an
 * AVIF; any other is returned as is, for the server to reject.
 */
export async function prepareImage(chosen: File): Promise<File> {
  // Browsers that do not know HEIC give it no type.
  const isImage = chosen.type.startsWith("image/") || canReadByServer(chosen);
  if (!isImage || chosen.type === "image/svg+xml") return chosen;
  const { file, picture } = await draw(chosen);
  if (!picture) return file;
  const { width, height, keep } = planImage(picture.width, picture.height, file);
  if (keep) {
    picture.close();
    return file;
  }
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext("2d");
  if (!context) return file;
  // JPEG has no transparency, so transparent areas become white.
  context.fillStyle = "#fff";
  context.fillRect(0, 0, width, height);
  context.drawImage(picture, 0, 0, width, height);
  picture.close();
  const drawn = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/jpeg", QUALITY));
  if (!drawn) return file;
  return new File([drawn], pictureName(file.name, "jpg"), { type: "image/jpeg" });
}

/** Returns an image as the browser draws it, and the file that it draws; null: it draws none. */
async function draw(chosen: File): Promise<{ file: File; picture: ImageBitmap | null }> {
  const bitmapOf = (file: File) => createImageBitmap(file).catch(() => null);
  const picture = await bitmapOf(chosen);
  if (picture || !canReadByServer(chosen)) return { file: chosen, picture };
  // One that the server cannot read either is rejected where it is sent.
  const file = await readByServer(chosen).catch(() => chosen);
  return { file, picture: file === chosen ? null : await bitmapOf(file) };
}

/** Returns the target size of an image, and whether it can stay unchanged. */
export function planImage(
  width: number,
  height: number,
  file: { type: string; size: number },
): { width: number; height: number; keep: boolean } {
  const scale = Math.min(1, IMAGE_MAX_PIXELS / Math.max(width, height));
  const keep = scale === 1 && KEPT_TYPES.includes(file.type) && file.size <= IMAGE_MAX_BYTES;
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
    keep,
  };
}
