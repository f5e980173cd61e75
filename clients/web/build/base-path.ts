import type { Plugin } from "vite";

/** Mark in index.html that the server replaces with its path (`server/app/src/web.rs`). */
const MARK = "__BASE_PATH__";

/** Module of Vite that makes addresses of files to preload. */
const PRELOAD_HELPER = "\0vite/preload-helper.js";
const FROM_ROOT = /return\s*"\/"\s*\+\s*dep\b/;

/** The page's own addresses: of files, and of what it requests first. */
const IN_PAGE = /(["'`])\/(?=(?:assets|icons|api)\/|icon\.svg|manifest)/g;
const IN_SCRIPT = /(["'`])\/assets\//g;
const IN_STYLE = /\burl\((["']?)\/assets\//g;

/**
 * Makes a build that works under any path of a host, without being built again: styles name files beside them, scripts put the
 * page's `basePath` before addresses, and the page has a mark before each.
 */
export function basePath(): Plugin {
  let isPatched = false;
  return {
    name: "base-path",
    enforce: "post",
    transformIndexHtml: (html, { bundle }) => (bundle ? html : html.replaceAll(MARK, "")),
    transform(code, id) {
      if (id !== PRELOAD_HELPER) return null;
      if (!FROM_ROOT.test(code)) throw new Error("Vite makes addresses of preloads in another way");
      isPatched = true;
      return { code: code.replace(FROM_ROOT, 'return basePath+"/"+dep'), map: null };
    },
    generateBundle: {
      order: "post",
      handler(_options, bundle) {
        if (!isPatched) throw new Error("preloads have no base path");
        for (const file of Object.values(bundle)) {
          if (file.type === "chunk") file.code = inScript(file.code);
          else if (file.fileName.endsWith(".css")) file.source = inStyle(String(file.source));
          else if (file.fileName === "index.html") file.source = inPage(String(file.source));
        }
      },
    },
  };
}

/** Puts the base path before the addresses of files in a script. */
export const inScript = (code: string): string => code.replace(IN_SCRIPT, "(basePath)+$1/assets/");

/** Makes the addresses of files in a style relative: all lie in one folder. */
export const inStyle = (css: string): string => css.replace(IN_STYLE, "url($1");

/** Puts the mark of the base path before the page's addresses. */
export const inPage = (html: string): string => html.replace(IN_PAGE, `$1${MARK}/`);
