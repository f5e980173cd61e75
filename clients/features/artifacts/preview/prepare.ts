import { GUARD_SCRIPT, guardPage } from "./guard-loops";
import { isSupported, librariesOf, tailwindText } from "./libraries";
import type { Library } from "./messages";

/** An artifact as its frame runs it. */
export type Prepared =
  | { kind: "run"; html: string; styles: string | null }
  | { kind: "mount"; code: string; libraries: Library[]; styles: string | null }
  /** It imports what is not there (spec §8: "unsupported libraries with an offer to try to fix"). */
  | { kind: "unsupported"; names: string[] }
  /** It does not compile. */
  | { kind: "wrong"; message: string };

/** Prepares a page, a drawing or a component to be run. */
export async function prepare(kind: "html" | "svg" | "react", content: string): Promise<Prepared> {
  if (kind === "svg") return { kind: "run", html: svgPage(content), styles: null };
  if (kind === "html") return preparePage(content);
  const { compile } = await import("./compile");
  let compiled: ReturnType<typeof compile>;
  try {
    compiled = compile(content);
  } catch (error) {
    return { kind: "wrong", message: error instanceof Error ? error.message : String(error) };
  }
  const names = compiled.modules.filter((module) => !isSupported(module));
  if (names.length > 0) return { kind: "unsupported", names };
  const [libraries, styles] = await Promise.all([librariesOf(compiled.modules), tailwindText()]);
  return { kind: "mount", code: compiled.code, libraries, styles };
}

const TAILWIND = /(?:cdn\.tailwindcss\.com|@tailwindcss\/browser|\/tailwindcss)/;

async function preparePage(content: string): Promise<Prepared> {
  const addresses = scriptAddresses(content);
  const names = addresses.filter((address) => !TAILWIND.test(address)).map(libraryName);
  if (names.length > 0) return { kind: "unsupported", names: [...new Set(names)] };
  const styles = addresses.length > 0 ? await tailwindText() : null;
  const html = guardPage(withoutScripts(content, addresses));
  return { kind: "run", html: withGuard(html), styles };
}

/** Puts the guard before the page's own scripts, behind its doctype. */
const withGuard = (html: string): string => afterDoctype(html, `<script>${GUARD_SCRIPT}</script>`);

/** Returns a page with something before all that it has, behind its doctype. */
export function afterDoctype(html: string, first: string): string {
  const doctype = /^\s*<!doctype[^>]*>/i.exec(html)?.[0] ?? "";
  return doctype + first + html.slice(doctype.length);
}

const SCRIPT = /<script\b[^>]*\bsrc\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))[^>]*>\s*<\/script\s*>/gi;

/** Returns the addresses of a page's external scripts. */
function scriptAddresses(html: string): string[] {
  return [...html.matchAll(SCRIPT)].map(([, double, single, bare]) => double ?? single ?? bare ?? "");
}

const withoutScripts = (html: string, addresses: readonly string[]) =>
  addresses.length === 0 ? html : html.replace(SCRIPT, "");

/** Returns the name of a library by its address at a CDN: `chart.js` of `…/npm/chart.js@4/dist/chart.umd.js`. */
export function libraryName(address: string): string {
  const path = address.replace(/^(?:https?:)?\/\/[^/]+/, "");
  const [, name] = /\/(?:npm|ajax\/libs|gh)\/((?:@[^/@]+\/)?[^/@]+)/.exec(path) ?? [];
  const [, first] = /^\/((?:@[^/@]+\/)?[^/@]+)@/.exec(path) ?? [];
  const file = path.split("/").pop() || address;
  return name ?? first ?? file.replace(/[?#].*$/, "");
}

/** Returns a page with a drawing in its middle. */
export const svgPage = (svg: string): string =>
  `<!doctype html><style>html,body{margin:0;height:100%}body{display:grid;place-items:center;padding:16px;box-sizing:border-box}svg{max-width:100%;max-height:100%;height:auto}</style>${svg}`;
