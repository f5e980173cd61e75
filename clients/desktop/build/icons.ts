// Draws the app's icons from the web client's logo in the formats of the three systems. Run by hand (`npm run
// icons -w @ensemble/desktop`) when the logo changes; the output is committed.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { drawIcon, readMark } from "../../web/build/draw-icon.ts";

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const mark = readMark(readFileSync(at("../../web/public/icon.svg"), "utf8"));
const png = (pixels: number) => drawIcon(mark, { pixels, ground: "round", scale: 1 });
const write = (name: string, content: Buffer) => writeFileSync(at(`../src-tauri/icons/${name}`), content);

write("32x32.png", png(32));
write("128x128.png", png(128));
write("128x128@2x.png", png(256));
write("icon.png", png(512));
write("icon.ico", ico([16, 32, 48, 256].map((pixels) => ({ pixels, content: png(pixels) }))));
write(
  "icon.icns",
  icns([
    ["ic07", png(128)],
    ["ic08", png(256)],
    ["ic09", png(512)],
  ]),
);

/** Returns a Windows icon: a table of images, and the images. */
function ico(pictures: { pixels: number; content: Buffer }[]): Buffer {
  const head = Buffer.alloc(6 + 16 * pictures.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(pictures.length, 4);
  let offset = head.length;
  for (const [index, { pixels, content }] of pictures.entries()) {
    const entry = 6 + 16 * index;
    // 256 is encoded as 0.
    head.writeUInt8(pixels % 256, entry);
    head.writeUInt8(pixels % 256, entry + 1);
    head.writeUInt16LE(1, entry + 4);
    head.writeUInt16LE(32, entry + 6);
    head.writeUInt32LE(content.length, entry + 8);
    head.writeUInt32LE(offset, entry + 12);
    offset += content.length;
  }
  return Buffer.concat([head, ...pictures.map(({ content }) => content)]);
}

/** Returns a macOS icon: images, each after its type and length. */
function icns(pictures: [kind: string, content: Buffer][]): Buffer {
  const parts = pictures.map(([kind, content]) => Buffer.concat([headOf(kind, content.length), content]));
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  return Buffer.concat([headOf("icns", length), ...parts]);
}

function headOf(kind: string, length: number): Buffer {
  const head = Buffer.alloc(8);
  head.write(kind, 0, "latin1");
  head.writeUInt32BE(length + 8, 4);
  return head;
}
