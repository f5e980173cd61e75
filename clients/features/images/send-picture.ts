import { planImage, prepareImage } from "@ensemble/blocks/attachments/prepare-image";
import { sendFile } from "@ensemble/blocks/attachments/send-file";
import { IMAGE_MAX_BYTES, IMAGE_MAX_PIXELS } from "@ensemble/contract/generated/limits/files";
import { ProblemError } from "@ensemble/contract/problem-error";
import { uuidV7 } from "@ensemble/contract/uuid-v7";

/** Shortest sides of pictures (spec §5: "reference minimum 300 x 300; sides at least 100 pixels for images"). */
export const REFERENCE_MIN_PIXELS = 300;
export const PICTURE_MIN_PIXELS = 100;
/** Longest side in proportion to the other (spec §5: "width and height must not differ too much"). */
export const RATIO_MAX = 4;

/** Formats of the file dialogs. What a browser cannot decode, the server may. */
export const PICTURE_TYPES =
  "image/png,image/jpeg,image/webp,image/gif,image/avif,image/heic,image/heif,.heic,.heif";

export type PictureFault = "too_small" | "too_narrow";

/** Returns the reason why a picture of these sides is refused; null: it is not. */
export function faultOf(width: number, height: number, minPixels: number): PictureFault | null {
  if (Math.min(width, height) < minPixels) return "too_small";
  return Math.max(width, height) > RATIO_MAX * Math.min(width, height) ? "too_narrow" : null;
}

/** Error for a picture that is not sent because of its sides. */
export class PictureFaultError extends Error {
  override readonly name = "PictureFaultError";

  constructor(
    readonly fault: PictureFault,
    readonly minPixels: number,
  ) {
    super(fault);
  }
}

export interface SentPicture {
  fileId: string;
  name: string;
}

interface PictureToSend {
  file: File;
  minPixels: number;
  signal: AbortSignal;
  /** Called with the sent share, 0 to 1. */
  onShare?: (share: number) => void;
}

/**
 * Scales a picture to the server's limits and uploads it.
 *
 * Throws `PictureFaultError` where its sides are wrong, and the server's problem where that refuses it.
 */
export async function sendPicture({ file, minPixels, signal, onShare }: PictureToSend): Promise<SentPicture> {
  await checkSides(file, minPixels);
  const prepared = await preparePicture(file);
  const info = await sendFile({
    id: uuidV7(),
    name: prepared.name,
    file: prepared,
    signal,
    onProgress: ({ received_bytes, size_bytes }) =>
      onShare?.(size_bytes > 0 ? received_bytes / size_bytes : 0),
  });
  if (info.problem) throw new ProblemError(info.problem);
  return { fileId: info.id, name: file.name };
}

/** Throws for sides that are refused. A file that the browser cannot decode is left to the server. */
async function checkSides(file: File, minPixels: number): Promise<void> {
  const picture = await decode(file);
  if (!picture) return;
  const fault = faultOf(picture.width, picture.height, minPixels);
  picture.close();
  if (fault) throw new PictureFaultError(fault, minPixels);
}

const decode = (file: Blob): Promise<ImageBitmap | null> =>
  typeof createImageBitmap === "function" ? createImageBitmap(file).catch(() => null) : Promise.resolve(null);

/** Formats with transparency, which JPEG would lose. */
const MAY_BE_TRANSPARENT = /^image\/(?:png|webp|gif|avif)$/;

/** Converts a picture to the server's limits; transparency is kept as long as the file is small enough. */
async function preparePicture(file: File): Promise<File> {
  if (!MAY_BE_TRANSPARENT.test(file.type)) return prepareImage(file);
  const picture = await decode(file);
  if (!picture) return file;
  const { width, height, keep } = planImage(picture.width, picture.height, file);
  if (keep) {
    picture.close();
    return file;
  }
  const canvas = new OffscreenCanvas(width, height);
  canvas.getContext("2d")?.drawImage(picture, 0, 0, width, height);
  picture.close();
  const drawn = await canvas.convertToBlob({ type: "image/png" });
  if (drawn.size > IMAGE_MAX_BYTES) return prepareImage(file);
  return new File([drawn], `${file.name.replace(/\.[^.]*$/, "") || "image"}.png`, { type: "image/png" });
}

/** Longest side of pictures that are sent. */
export const PICTURE_MAX_PIXELS = IMAGE_MAX_PIXELS;

/** Returns the pictures among dropped or pasted files. */
export const picturesIn = (files: Iterable<File>): File[] =>
  [...files].filter(({ type, name }) => type.startsWith("image/") || /\.hei[cf]$/i.test(name));
