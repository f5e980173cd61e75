import { describe, expect, test } from "vitest";
import { blobOf, CanvasError } from "./canvas";

const writing = (blob: Blob | null) =>
  ({ toBlob: (take: (written: Blob | null) => void) => take(blob) }) as unknown as HTMLCanvasElement;
const failure = (blob: Blob | null, type: string) =>
  blobOf(writing(blob), type).catch((error: unknown) => (error as CanvasError).reason);

describe("writing a picture", () => {
  const png = new Blob(["png"], { type: "image/png" });

  test("gives the file in its format", async () => {
    expect(await blobOf(writing(png), "image/png")).toBe(png);
  });

  test("tells a format that the browser does not know from a size that it cannot draw", async () => {
    expect(await failure(png, "image/webp")).toBe("format");
    expect(await failure(null, "image/png")).toBe("size");
    expect(new CanvasError("size").message).toContain("size");
  });
});
