// Writes a .br and a .gz next to each text file of the built web client, so that the server only has to
// choose: node tools/precompress.mjs clients/web/dist. The server contains scripts and styles only in these
// forms (server/app/src/web.rs), so each has both.

import { readdirSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

// On Node's thread pool, which uses all cores.
const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

const alwaysPacked = new Set([".js", ".css"]);
const packed = new Set([...alwaysPacked, ".svg", ".json", ".webmanifest", ".wasm"]);
// Smaller files gain nothing: they fit into one packet.
const smallest = 1024;

const folder = process.argv[2];
if (!folder) throw new Error("name the folder: node tools/precompress.mjs clients/web/dist");

async function pack(path, kind) {
  const content = await readFile(path);
  if (content.length < smallest && !alwaysPacked.has(kind)) return;
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
  await Promise.all([
    toBrotli(content, { params }).then((bytes) => writeFile(`${path}.br`, bytes)),
    toGzip(content, { level: 9 }).then((bytes) => writeFile(`${path}.gz`, bytes)),
  ]);
}

const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
await Promise.all(
  files
    .filter(({ name }) => packed.has(extname(name)))
    .map(({ name, parentPath }) => pack(join(parentPath, name), extname(name))),
);
