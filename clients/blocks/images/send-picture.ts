import { api } from "@ensemble/contract/api";
import {
  SIDE_MIN_PIXELS as REFERENCE_SIDE_MIN_PIXELS,
  SIDE_MAX_PIXELS,
  SIDES_MAX_RATIO,
} from "@ensemble/contract/generated/limits/image-sources";
import { FILE_SIDE_MAX_PIXELS, SIDE_MIN_PIXELS } from "@ensemble/contract/generated/limits/images";
import { uuidV7 } from "@ensemble/contract/uuid-v7";
import type { ImageMadeWith } from "@ensemble/contract/wire";
import { pictureName } from "./picture-name";

/** Shortest sides of pictures (spec §5: "reference minimum 300 x 300; sides at least 100 pixels for images"). */
export const REFERENCE_MIN_PIXELS = REFERENCE_SIDE_MIN_PIXELS;
export const PICTURE_MIN_PIXELS = SIDE_MIN_PIXELS;
/** Longest side of pictures that are sent (spec §5: "over 2048 pixels rejected"). */
export const PICTURE_MAX_PIXELS = SIDE_MAX_PIXELS;
/** Longest side for tools that make pictures smaller. */
export const LARGE_MAX_PIXELS = FILE_SIDE_MAX_PIXELS;
/** Longest side in proportion to the other (spec §5: "width and height must not differ too much"). */
export const RATIO_MAX = SIDES_MAX_RATIO;

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
  /** Settings that the file says it was made with. */
  madeWith: ImageMadeWith | null;
}

interface PictureToSend {
  file: File;
  /** Shortest side that is taken. */
  minPixels: number;
  /** Longest side that is sent; larger pictures are made smaller. */
  maxPixels?: number;
  signal: AbortSignal;
}

/**
 * Makes a picture smaller where it is too large, and uploads it.
 *
 * Throws `PictureFaultError` where its sides are wrong, and the server's problem where that refuses it.
 */
export async function sendPicture({
  file,
  minPixels,
  maxPixels = PICTURE_MAX_PIXELS,
  signal,
}: PictureToSend): Promise<SentPicture> {
  const prepared = await preparePicture(file, minPixels, maxPixels);
  const fileId = uuidV7();
  const path = `/api/images/files/${fileId}?name=${encodeURIComponent(prepared.name)}`;
  const sent = (await api.putBytes(path, prepared, signal)) as
    | { made_with?: ImageMadeWith | null }
    | undefined;
  return { fileId, name: file.name, madeWith: sent?.made_with ?? null };
}

/** Formats that the server reads. */
const SENT_TYPES = /^image\/(?:png|jpeg|webp|gif)$/;
/** Formats with transparency, which JPEG would lose. */
const MAY_BE_TRANSPARENT = /^image\/(?:png|webp|gif|avif)$/;
const QUALITY = 0.9;

/** Returns the file as it is sent. One that the browser cannot decode is left to the server. */
async function preparePicture(file: File, minPixels: number, maxPixels: number): Promise<File> {
  const picture = await decode(file);
  if (!picture) return file;
  const { width, height } = picture;
  try {
    const fault = faultOf(width, height, minPixels);
    if (fault) throw new PictureFaultError(fault, minPixels);
    const fitted = fittedSides(width, height, maxPixels);
    if (SENT_TYPES.test(file.type) && fitted.width === width) return file;
    return await drawn(picture, fitted, file);
  } finally {
    picture.close();
  }
}

/** Returns the sides of a picture within a limit, in the same ratio. */
export function fittedSides(
  width: number,
  height: number,
  maxPixels: number,
): { width: number; height: number } {
  const scale = Math.min(1, maxPixels / Math.max(width, height));
  const side = (length: number) => Math.max(1, Math.round(length * scale));
  return { width: side(width), height: side(height) };
}

async function drawn(
  picture: ImageBitmap,
  { width, height }: { width: number; height: number },
  file: File,
): Promise<File> {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext("2d");
  if (!context) return file;
  context.drawImage(picture, 0, 0, width, height);
  const type = MAY_BE_TRANSPARENT.test(file.type) ? "image/png" : "image/jpeg";
  const content = await canvas.convertToBlob({ type, quality: QUALITY });
  const ending = type === "image/png" ? "png" : "jpg";
  return new File([content], pictureName(file.name, ending), { type });
}

const decode = (file: Blob): Promise<ImageBitmap | null> =>
  typeof createImageBitmap === "function" ? createImageBitmap(file).catch(() => null) : Promise.resolve(null);

/** Returns the pictures among dropped or pasted files. */
export const picturesIn = (files: Iterable<File>): File[] =>
  [...files].filter(({ type, name }) => type.startsWith("image/") || /\.hei[cf]$/i.test(name));
