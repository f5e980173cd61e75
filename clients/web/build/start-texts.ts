import type { Plugin } from "vite";
import { type Bundle, chunksOf } from "./bundle.ts";

/** Mark in index.html for the files of the first texts by locale. */
const MARK = "__START_TEXTS__";

const START_TEXTS = /[\\/]locales[\\/]([^\\/]+)[\\/]start[\\/]index\.ts$/;

/** Names the files of the first texts in index.html, which requests them together with the first script. */
export function startTexts(): Plugin {
  return {
    name: "start-texts",
    transformIndexHtml: {
      order: "post",
      handler: (html, { bundle }) =>
        html.replace(MARK, JSON.stringify(bundle ? startTextFiles(bundle as unknown as Bundle) : {})),
    },
  };
}

/** Returns the addresses of the first texts by locale. */
export function startTextFiles(bundle: Bundle): Record<string, string> {
  const files: Record<string, string> = {};
  for (const { fileName, moduleIds } of chunksOf(bundle)) {
    for (const id of moduleIds) {
      const locale = START_TEXTS.exec(id)?.[1];
      if (locale) files[locale] = `/${fileName}`;
    }
  }
  if (!files.en) throw new Error("the first texts are in no file of the build");
  return files;
}
