import { put } from "@ensemble/blocks/device-store";
import { SHARE_ADDRESS } from "@ensemble/blocks/sharing/share-address";
import type { SharedThings } from "@ensemble/blocks/sharing/shared-things";
import { onServer } from "@ensemble/contract/base-path";
import { uuidV7 } from "@ensemble/contract/uuid-v7";

export const isShared = (request: Request, url: URL): boolean =>
  request.method === "POST" && url.pathname === onServer(SHARE_ADDRESS);

/** Stores content shared by another app for the composer and opens it. */
export async function takeShared(request: Request): Promise<Response> {
  const form = await request.formData();
  const said = (name: string) => {
    const value = form.get(name);
    return typeof value === "string" ? value.trim() : "";
  };
  const files = form.getAll("files").filter((file): file is File => file instanceof File && file.size > 0);
  const things: SharedThings = { title: said("title"), text: said("text"), url: said("url"), files };
  const id = uuidV7();
  await put("shared", id, things);
  return Response.redirect(onServer(`/home/chat?shared=${id}`), 303);
}
