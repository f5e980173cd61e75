import { ANY_PAGE } from "../../page-features/settings";
import { originPattern } from "../../server-address";

/**
 * Reason why a page must not be read. `not_allowed`: not permitted yet, but it can be. The others are rules
 * of the browser that nobody can change here.
 */
export type ClosedBy =
  | "not_allowed"
  | "browser"
  | "store"
  | "extension"
  | "file"
  | "pdf"
  | "not_loaded"
  | "policy";

export interface Closed {
  by: ClosedBy;
  /** Origin pattern that could be permitted. */
  pattern: string | null;
}

/** Returns the origins that must be permitted to read a page. */
export const wantedOrigins = (address: string | undefined): string[] =>
  /^https?:/.test(address ?? "") ? [originPattern(address ?? "")] : [...ANY_PAGE];

/** Error messages of browsers for pages where scripts are forbidden, with their reason. */
const SAID: readonly [RegExp, ClosedBy][] = [
  [/showing error page/i, "not_loaded"],
  [/extensions gallery/i, "store"],
  [/ExtensionsSettings policy|blocked by.*(administrator|policy)/i, "policy"],
  [/(chrome|moz)-extension:/i, "extension"],
  [/\bfile:\/\//i, "file"],
  [/\b(chrome|edge|brave|opera|vivaldi|about|devtools):/i, "browser"],
];

/** Browser vendors' sites that no extension can access. */
const STORES =
  /^(chromewebstore\.google\.com|microsoftedge\.microsoft\.com|addons\.opera\.com|(addons|discovery\.addons|accounts|profile\.accounts|support)\.(mozilla\.org|firefox\.com)|sync\.services\.mozilla\.com)$/;

/**
 * Returns the reason why the browser keeps a page from the extension. `address` is known if the page is
 * accessible; `said` is the browser's error message; `isAllowed` is true if the site, or if unknown, all
 * sites, are permitted.
 */
export function closedBy(address: string | undefined, said: string, isAllowed: boolean): Closed {
  const never = (by: ClosedBy): Closed => ({ by, pattern: null });
  const known = SAID.find(([words]) => words.test(said))?.[1];
  const url = URL.parse(address ?? "");
  if (url === null) {
    if (known) return never(known);
    // An extension with access to every page is not kept out of one by missing permission.
    return isAllowed ? never("browser") : { by: "not_allowed", pattern: "*" };
  }
  if (url.protocol === "file:") return never("file");
  if (/^(chrome|moz|safari-web)-extension:$|^extension:$/.test(url.protocol)) return never("extension");
  if (!/^https?:$/.test(url.protocol)) return never(known ?? "browser");
  if (STORES.test(url.hostname) || isOldStore(url)) return never("store");
  if (known === "not_loaded" || known === "policy" || known === "store") return never(known);
  // It navigated away while being read, or similar.
  return isAllowed ? never("not_loaded") : { by: "not_allowed", pattern: originPattern(url.href) };
}

const isOldStore = ({ hostname, pathname }: URL) =>
  hostname === "chrome.google.com" && pathname.startsWith("/webstore");
