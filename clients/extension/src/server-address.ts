/** Address of a server on this computer. */
export const DEFAULT_SERVER = "http://127.0.0.1:7070";

const LOOPBACK = new Set(["127.0.0.1", "localhost"]);

/** Loopback address that content policies and permissions cannot name; its name leads there as well. */
const LOOPBACK_V6 = "[::1]";

/** Depth to which a typed path may be that of a server; what comes after it is one of its pages. */
const DEPTH_MAX = 4;

/**
 * Returns the addresses of servers that a typed one may mean, the longest first: a server may lie under a path of its host, and
 * people type the address of a page. Empty if the extension must not connect: secrets require https or this computer.
 */
export function serverAddresses(typed: string): string[] {
  const text = typed.trim();
  if (text === "") return [];
  const withScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `${schemeOf(text)}://${text}`;
  if (!URL.canParse(withScheme)) return [];
  const url = new URL(withScheme);
  if (url.hostname === LOOPBACK_V6 && url.protocol === "http:") url.hostname = "localhost";
  if (url.username !== "" || url.password !== "") return [];
  const isSafe = url.protocol === "https:" || (url.protocol === "http:" && LOOPBACK.has(url.hostname));
  if (!isSafe) return [];
  const segments = url.pathname.split("/").filter(Boolean).slice(0, DEPTH_MAX);
  const paths = segments.map((_, index) => `/${segments.slice(0, index + 1).join("/")}`);
  return ["", ...paths].reverse().map((path) => url.origin + path);
}

/** Returns the path of an address as a server knows it, without its query; null: it is not of this server. */
export const pathAt = (server: string, { href }: URL): string | null =>
  href.startsWith(`${server}/`) ? href.slice(server.length).replace(/[?#].*/s, "") : null;

const schemeOf = (host: string) =>
  /^(127\.0\.0\.1|localhost|\[::1\])(:|\/|$)/.test(host) ? "http" : "https";

/** Returns the permission pattern for a server or page; patterns have no ports. */
export const originPattern = (address: string): string => {
  const { protocol, hostname } = new URL(address);
  return `${protocol}//${hostname}/*`;
};

/** Returns the host of a page that an extension may access; null for browser pages, files and others. */
export function hostOfPage(address: string | undefined): string | null {
  if (address === undefined || !/^https?:/.test(address) || !URL.canParse(address)) return null;
  return new URL(address).hostname;
}

/** Returns the host of a typed name or address. */
export function hostTyped(typed: string): string | null {
  const text = typed.trim();
  const address = /^[a-z]+:\/\//i.test(text) ? text : `https://${text}`;
  return text === "" || /\s/.test(text) ? null : hostOfPage(address);
}
