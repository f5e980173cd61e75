import { SIDE_MAX } from "../model/document";
import { newId } from "../model/layers";
import type { Size } from "../model/matrix";

/** Picture that cannot be used. */
export class UnusablePicture extends Error {
  readonly reason: "unreadable" | "too_large";
  constructor(reason: "unreadable" | "too_large", cause?: unknown) {
    super(`the picture is ${reason}`, { cause });
    this.reason = reason;
  }
}

export interface Asset extends Size {
  id: string;
  blob: Blob;
  picture: ImageBitmap;
}

/** Pictures of an open document, decoded. Their bytes come as blobs, so that no canvas is tainted. */
export class Assets {
  readonly #assets = new Map<string, Asset>();

  /** Decodes a picture under a new or a known id. Throws `UnusablePicture`. */
  async add(blob: Blob, id: string = newId()): Promise<Asset> {
    const picture = await createImageBitmap(blob).catch((error: unknown) => {
      throw new UnusablePicture("unreadable", error);
    });
    const { width, height } = picture;
    if (Math.max(width, height) > SIDE_MAX) {
      picture.close();
      throw new UnusablePicture("too_large");
    }
    this.#assets.get(id)?.picture.close();
    const asset = { id, blob, picture, width, height };
    this.#assets.set(id, asset);
    return asset;
  }

  pictureOf(id: string): ImageBitmap | null {
    return this.#assets.get(id)?.picture ?? null;
  }

  /** Returns the bytes of all pictures by id. */
  blobs(): [id: string, blob: Blob][] {
    return [...this.#assets.values()].map(({ id, blob }) => [id, blob]);
  }

  /** Gives the memory of all pictures back. */
  close(): void {
    for (const { picture } of this.#assets.values()) picture.close();
    this.#assets.clear();
  }
}
