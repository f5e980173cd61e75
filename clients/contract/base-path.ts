declare global {
  /** Path under which this server is, `/ensemble`; empty at the root of its host. Set by `index.html`, absent elsewhere. */
  var basePath: string | undefined;
}

/** Returns the address of a path of this server; the path begins with a slash. */
export const onServer = (path: string): string => (globalThis.basePath ?? "") + path;

/** Returns the path of an address of this server, as the server's routes know it. */
export const pathOnServer = (address: string): string =>
  address.startsWith(onServer("/")) ? address.slice(onServer("").length) : address;
