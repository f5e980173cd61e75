import { uuidV7 } from "@ensemble/contract/uuid-v7";
import { browser } from "wxt/browser";
import { fromBase64, toBase64 } from "../bytes";
import type { SentPage } from "../messages";
import { askJson } from "./ask-json";
import { readConnection } from "./connection";
import { askServer } from "./network";

/** Picture of a web page, as the context menu names it. */
export interface PagePicture {
  tabId: number;
  frameId: number;
  address: string;
  /** Page that it is on, for the log of what was sent. */
  page: SentPage | undefined;
}

/** Pages of the product that begin with a picture, by the names of the menu items. */
export const PICTURE_PLACES = {
  "picture-background": "/image-tools/background-removal",
  "picture-upscale": "/image-tools/upscale",
  "picture-text": "/image-tools/text-removal",
  "picture-read": "/image-tools/photo-to-text",
  "picture-edit": "/home/image/edit/new",
  "picture-ask": "/image-tools/ask-about-image",
} as const;

/** What the tools say instead of a picture: it could not be taken from its page. */
const NOT_TAKEN = "/image-tools?file=none";

/** Longest side that is sent (spec §5: "over 2048 pixels rejected"). */
const SIDE_MAX_PIXELS = 2048;
/** Formats that the server reads; others are drawn anew. */
const SENT_TYPES = /^image\/(?:png|jpeg|webp|gif)$/;

/** Opens a page of the product with a picture. Rejects if nobody is signed in. */
export async function openWithPicture(place: string, picture: PagePicture): Promise<void> {
  const { server, token } = await readConnection();
  if (server === null || token === null) throw new Error("nobody is signed in");
  const path = await sentPicture(picture).then(
    (fileId) => `${place}?file=${fileId}`,
    (error: unknown) => {
      console.warn("the picture could not be taken", error);
      return NOT_TAKEN;
    },
  );
  await browser.tabs.create({ url: server + path });
}

/** Sends a picture to the server and returns the id of its file. */
async function sentPicture(picture: PagePicture): Promise<string> {
  const content = await fitted((await readInPage(picture)) ?? (await readByServer(picture)));
  const fileId = uuidV7();
  const response = await askServer({
    method: "PUT",
    path: `/api/images/files/${fileId}?name=${encodeURIComponent(nameOf(picture.address, content.type))}`,
    headers: { "content-type": "application/octet-stream" },
    body: toBase64(new Uint8Array(await content.arrayBuffer())),
    page: picture.page,
  });
  if (!response.ok) throw new Error(`the server refused the picture: ${response.status}`);
  return fileId;
}

/** Reads a picture where it is shown, with what its person may see there; null: the page does not let us. */
async function readInPage({ tabId, frameId, address }: PagePicture): Promise<Blob | null> {
  const target = { tabId, frameIds: [frameId] };
  const [found] = await browser.scripting
    .executeScript({ target, func: pictureInPage, args: [address] })
    .catch(() => []);
  const [, type, base64] = /^data:([^;,]*);base64,(.*)$/s.exec(String(found?.result ?? "")) ?? [];
  return type?.startsWith("image/") && base64 ? new Blob([fromBase64(base64)], { type }) : null;
}

/** Runs in the page: nothing outside of it is there. */
async function pictureInPage(address: string): Promise<string | null> {
  try {
    const content = await (await fetch(address)).blob();
    return await new Promise((resolve, reject) => {
      const reader = new FileReader();
      reader.onload = () => resolve(String(reader.result));
      reader.onerror = reject;
      reader.readAsDataURL(content);
    });
  } catch {
    return null;
  }
}

/** Lets the server read a picture that its page does not let us read. */
async function readByServer({ address, page }: PagePicture): Promise<Blob> {
  const link = await askJson<{ address: string }>("POST", "/api/img_proxy/links", {
    body: { url: address },
    page,
  });
  const response = await askServer({ method: "GET", path: link.address, headers: {}, body: null, page });
  if (!response.ok) throw new Error(`the server could not read the picture: ${response.status}`);
  return response.blob();
}

/** Returns a picture as it is sent: of a format and a size that the server takes. */
async function fitted(content: Blob): Promise<Blob> {
  const picture = await createImageBitmap(content);
  const scale = Math.min(1, SIDE_MAX_PIXELS / Math.max(picture.width, picture.height));
  try {
    if (scale === 1 && SENT_TYPES.test(content.type)) return content;
    const side = (pixels: number) => Math.max(1, Math.round(pixels * scale));
    const canvas = new OffscreenCanvas(side(picture.width), side(picture.height));
    canvas.getContext("2d")?.drawImage(picture, 0, 0, canvas.width, canvas.height);
    return await canvas.convertToBlob({ type: "image/png" });
  } finally {
    picture.close();
  }
}

/** Returns the last part of an address as a file name. */
export function nameOf(address: string, type: string): string {
  const path = URL.canParse(address) ? new URL(address).pathname : "";
  const last = /^(?:data|blob):/.test(address) ? "" : (path.split("/").at(-1) ?? "");
  const base = last.replace(/\.[A-Za-z0-9]{2,5}$/, "").slice(0, 80) || "image";
  return `${base}.${type.replace(/^image\//, "").replace("jpeg", "jpg")}`;
}
