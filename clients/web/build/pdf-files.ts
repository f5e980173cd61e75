import { readdir, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { Plugin } from "vite";

/**
 * Files that some PDFs need: tables of Asian characters, standard fonts, and decoders of rare image formats.
 * Loaded from this server when such a PDF is opened.
 */
const FOLDERS = { cmaps: /\.bcmap$/, standard_fonts: /\.(pfb|ttf)$/, wasm: /_nowasm_fallback\.js$/ };

export function pdfFiles(): Plugin {
  const home = dirname(createRequire(import.meta.url).resolve("pdfjs-dist/package.json"));
  const files = async () => {
    const names = Object.entries(FOLDERS).map(async ([folder, wanted]) =>
      (await readdir(join(home, folder)))
        .filter((name) => wanted.test(name))
        .map((name) => `${folder}/${name}`),
    );
    return (await Promise.all(names)).flat();
  };
  const version = async () =>
    (JSON.parse(await readFile(join(home, "package.json"), "utf8")) as { version: string }).version;
  return {
    name: "pdf-files",
    async generateBundle() {
      const folder = `assets/pdf-${await version()}`;
      for (const name of await files())
        this.emitFile({
          type: "asset",
          fileName: `${folder}/${name}`,
          source: await readFile(join(home, name)),
        });
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const name = /^\/assets\/pdf-[^/]+\/([\w-]+\/[\w.-]+)$/.exec(request.url ?? "")?.[1];
        if (!name || name.includes("..")) return next();
        readFile(join(home, name)).then(
          (content) => response.end(content),
          () => next(),
        );
      });
    },
  };
}
