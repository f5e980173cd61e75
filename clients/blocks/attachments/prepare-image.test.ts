import { serve } from "@ensemble/blocks/testing";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { prepareImage } from "./prepare-image";

const JPEG = new Blob(["jpeg"], { type: "image/jpeg" });

beforeEach(() => {
  // A browser that draws JPEG and nothing else.
  vi.stubGlobal("createImageBitmap", (file: File) =>
    file.type === "image/jpeg"
      ? Promise.resolve({ width: 800, height: 600, close: () => undefined })
      : Promise.reject(new Error("it draws no such picture")),
  );
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** Server that turns pictures into JPEG. */
function readPictures(): string[] {
  const seen: string[] = [];
  vi.stubGlobal("fetch", (input: Request) => {
    seen.push(input.method);
    return Promise.resolve(
      input.method === "PUT"
        ? new Response(null, { status: 204 })
        : new Response(JPEG, { headers: { "content-type": "image/jpeg" } }),
    );
  });
  return seen;
}

// Issue 27: "JPG and PNG (WebP, GIF, AVIF, HEIC turned into them)"
test.each(["IMG_1.HEIC", "a.avif"])("%s that the browser cannot draw is read by the server", async (name) => {
  const seen = readPictures();
  const made = await prepareImage(new File(["x"], name));
  expect([made.name, made.type]).toEqual([`${name.split(".")[0]}.jpg`, "image/jpeg"]);
  expect(seen).toEqual(["PUT", "GET"]);
});

// issue 29 §3
test("a server under a path is asked below it", async () => {
  vi.stubGlobal("basePath", "/ensemble");
  const paths: string[] = [];
  vi.stubGlobal("fetch", ({ url, method }: Request) => {
    paths.push(new URL(url).pathname.replace(/[0-9a-f-]{36}/, "ID"));
    return Promise.resolve(method === "PUT" ? new Response(null, { status: 204 }) : new Response(JPEG));
  });
  await prepareImage(new File(["x"], "a.heic"));
  expect(paths).toEqual(["/ensemble/api/images/files/ID", "/ensemble/api/documents/files/ID/content"]);
});

test("a picture that the server cannot read either is left for it to reject", async () => {
  // Whatever is asked is refused.
  const seen = serve({});
  const broken = new File(["{}"], "a.heic");
  expect(await prepareImage(broken)).toBe(broken);
  expect(seen).toHaveLength(1);
});

test("other files are not sent anywhere", async () => {
  const seen = readPictures();
  const text = new File(["x"], "a.txt", { type: "text/plain" });
  const tiff = new File(["x"], "a.tiff", { type: "image/tiff" });
  expect([await prepareImage(text), await prepareImage(tiff)]).toEqual([text, tiff]);
  expect(seen).toEqual([]);
});
