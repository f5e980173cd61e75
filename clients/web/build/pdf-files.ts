import { readdir, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { Plugin } from "vite";

/**
 * What some PDFs need to be shown: tables of Asian characters, the fonts that files may leave out, and scripts for rare picture
 * formats. They are asked for when such a PDF is opened, and served from here like all else.
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
