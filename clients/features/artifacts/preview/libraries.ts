import tailwind from "@tailwindcss/browser?url";
import guestScript from "./guest/guest.ts?worker&url";
import type { Library } from "./messages";
import chartsScript from "./modules/charts.ts?worker&url";
import iconsScript from "./modules/icons.ts?worker&url";
import reactScript from "./modules/react.ts?worker&url";

const BUNDLES = { react: reactScript, charts: chartsScript, icons: iconsScript };

/** Bundles in which the modules are that artifacts can import. */
const BUNDLE_OF: Readonly<Record<string, keyof typeof BUNDLES>> = {
  react: "react",
  "react/jsx-runtime": "react",
  "react-dom": "react",
  "react-dom/client": "react",
  clsx: "react",
  recharts: "charts",
  "lucide-react": "icons",
};

export const isSupported = (module: string): boolean => Object.hasOwn(BUNDLE_OF, module);

/** Returns the libraries of modules, React first. */
export function librariesOf(modules: readonly string[]): Promise<Library[]> {
  const bundles = new Set<keyof typeof BUNDLES>(["react"]);
  for (const module of modules) {
    const bundle = BUNDLE_OF[module];
    if (bundle) bundles.add(bundle);
  }
  return Promise.all([...bundles].map((name) => libraryAt(BUNDLES[name])));
}

/** Returns the script of the frame. */
export const guestLibrary = (): Promise<Library> => libraryAt(guestScript);

/** Returns the script of Tailwind, which styles a page by its classes. */
export const tailwindText = (): Promise<string> => textAt(tailwind);

const libraryAt = async (url: string): Promise<Library> =>
  import.meta.env.DEV ? { url: new URL(url, location.href).href } : { text: scoped(await textAt(url)) };

/** Returns a script whose names stay its own: as a page's script it would take `a`, `t` and others from the artifact's. */
const scoped = (script: string): string => `(()=>{${script}\n})()`;

const texts = new Map<string, Promise<string>>();

function textAt(url: string): Promise<string> {
  const known = texts.get(url);
  if (known) return known;
  // biome-ignore lint/style/noRestrictedGlobals: a file of the client, and no operation of the server
  const text = fetch(url).then((response) => {
    if (!response.ok) throw new Error(`${url}: ${response.status}`);
    return response.text();
  });
  texts.set(url, text);
  // After a network failure, the next attempt may succeed.
  text.catch(() => texts.delete(url));
  return text;
}
