import { IMAGE_MAX_BYTES, IMAGE_MAX_PIXELS } from "@ensemble/contract/generated/limits/files";

/** Spec §9: "Compression: default maximum 2048 at quality 75". */
const QUALITY = 0.75;

const KEPT_TYPES = ["image/png", "image/jpeg"];

/**
 * Converts an image to the server's limits: PNG or JPEG, at most 2048 pixels per side and 4 MB. An image
 * within the limits stays unchanged; one that the browser cannot draw is returned as is, for the server to
 * reject.
 */
export async function prepareImage(file: File): Promise<File> {
  if (!file.type.startsWith("image/") || file.type === "image/svg+xml") return file;
  const picture = await createImageBitmap(file).catch(() => null);
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
  return new File([drawn], `${file.name.replace(/\.[^.]*$/, "") || "image"}.jpg`, { type: "image/jpeg" });
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
