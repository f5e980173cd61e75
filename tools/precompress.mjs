// Writes a .br and a .gz next to each text file of the built web client, so that the server only has to
// choose: node tools/precompress.mjs clients/web/dist. The server contains scripts and styles only in these
// forms (server/app/src/web.rs), so each has both.

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { extname, join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const alwaysPacked = new Set([".js", ".css"]);
const packed = new Set([...alwaysPacked, ".svg", ".json", ".webmanifest", ".wasm"]);
// Smaller files gain nothing: they fit into one packet.
const smallest = 1024;

const folder = process.argv[2];
if (!folder) throw new Error("name the folder: node tools/precompress.mjs clients/web/dist");

for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
  const kind = extname(entry.name);
  if (!entry.isFile() || !packed.has(kind)) continue;
  const path = join(entry.parentPath, entry.name);
  const content = readFileSync(path);
  if (content.length < smallest && !alwaysPacked.has(kind)) continue;
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
  writeFileSync(`${path}.br`, brotliCompressSync(content, { params }));
  writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }));
}
