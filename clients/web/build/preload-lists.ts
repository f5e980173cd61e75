import { createHash } from "node:crypto";
import type { Plugin } from "vite";

/** Mark in index.html for the address of the lists. */
const MARK = "__PRELOAD_LISTS__";

/** Vite's head of a script that preloads: all files that its lists name, and how a list names them. */
const FILES =
  /const __vite__mapDeps=\(i,m=__vite__mapDeps,d=\(m\.f\|\|\(m\.f=(\[[^\]]*\])\)\)\)=>i\.map\(i=>d\[i\]\);/;
const LIST = /__vite__mapDeps\((\[[\d,]*\])\)/g;

interface MovedLists {
  /** Script without the lists. */
  code: string;
  /** Script that exports them. */
  lists: string;
  /** File name of `lists`. */
  fileName: string;
}

/**
 * Moves the lists of files that are fetched together with lazily loaded pages from the first script into a file of their own.
 *
 * Every area adds to them, and nobody needs them before the first page is there. A page that is opened before they are here loads
 * without preloads. Styles stay in the script, because a page may not show before they are here.
 */
export function preloadLists(): Plugin {
  return {
    name: "preload-lists",
    enforce: "post",
    transformIndexHtml: (html, { bundle }) => (bundle ? html : html.replace(MARK, "null")),
    generateBundle: {
      order: "post",
      handler(_options, bundle) {
        const first = Object.values(bundle).find(({ fileName }) => /(?:^|\/)first-[^/]+\.js$/.test(fileName));
        const page = bundle["index.html"];
        if (first?.type !== "chunk" || page?.type !== "asset")
          throw new Error("the build has no first script or no page");
        const { code, lists, fileName } = moveLists(first.code);
        first.code = code;
        this.emitFile({ type: "asset", fileName, source: lists });
        page.source = String(page.source).replace(MARK, JSON.stringify(`/${fileName}`));
      },
    },
  };
}

/** Returns the first script and its lists as two files. Throws if Vite writes lists in another way than this expects. */
export function moveLists(first: string): MovedLists {
  const [header, names] = FILES.exec(first) ?? [];
  if (!header || !names) throw new Error("the first script has no preload lists");
  const files = JSON.parse(names) as string[];
  const lists: number[][] = [];
  const numbered = first.replace(header, "").replace(LIST, (_call, list: string) => {
    const [styles, scripts] = split(JSON.parse(list) as number[], (index) => files[index]?.endsWith(".css"));
    const number = lists.push(scripts) - 1;
    return styles.length === 0
      ? `__preloads(${number})`
      : `__preloads(${number},${JSON.stringify(styles.map((index) => files[index]))})`;
  });
  const source = `export default ${JSON.stringify([files, lists])};`;
  const hash = createHash("sha256").update(source).digest("base64url").slice(0, 7);
  const fileName = `assets/preloads-${hash}.js`;
  const code = `let __lists;import("./preloads-${hash}.js").then(m=>__lists=m.default,()=>{});const __preloads=(n,s=[])=>__lists?[...s,...__lists[1][n].map(i=>__lists[0][i])]:s;${numbered}`;
  return { code, lists: source, fileName };
}

function split<Item>(items: readonly Item[], test: (item: Item) => boolean | undefined): [Item[], Item[]] {
  return [items.filter(test), items.filter((item) => !test(item))];
}
