import { onServer, pathOnServer } from "@ensemble/contract/base-path";
import { build, type FetchedEvent } from "./scope";

const CACHE = `ensemble${onServer("")}-shell`;
const PAGE = onServer("/");
/** Time that the network has to deliver a page if there is a cached one. */
const WAIT_MS = 4_000;
/** Status codes of a proxy whose server is unavailable. */
const SERVER_AWAY = new Set([502, 503, 504]);
/** Matches addresses that are not pages of the program, or that need the server. */
const NOT_OURS = /^\/(api|v1|mcp|scim|s|share|assets|healthz|readyz|metrics)(\/|$)|^\/diagrams\.html$/;

export const isPage = (request: Request, url: URL): boolean =>
  request.mode === "navigate" &&
  request.destination === "document" &&
  !NOT_OURS.test(pathOnServer(url.pathname));

/** Caches the page of the program if it belongs to this build. */
export async function keepShell(): Promise<void> {
  const response = await fetch(PAGE, { cache: "no-store", credentials: "omit" });
  const html = await response.clone().text();
  // The server was updated in between; the browser retries.
  if (!response.ok || !build.needed.some((file) => html.includes(`"${onServer(file)}"`)))
    throw new Error("the page is of another version");
  await (await caches.open(CACHE)).put(PAGE, response);
}

/** Serves the page from the network, or from the cache if that is gone or slow. */
export async function answerPage(event: FetchedEvent): Promise<Response> {
  const shell = await caches.match(PAGE, { cacheName: CACHE, ignoreVary: true });
  const asked = fromNetwork(event);
  if (!shell) return asked;
  try {
    const response = await within(asked, WAIT_MS);
    return SERVER_AWAY.has(response.status) ? await withNewNonce(shell) : response;
  } catch {
    return withNewNonce(shell);
  }
}

const fromNetwork = async (event: FetchedEvent): Promise<Response> =>
  (await event.preloadResponse) ?? fetch(event.request);

const within = (response: Promise<Response>, milliseconds: number): Promise<Response> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("too slow")), milliseconds);
    response.then(resolve, reject).finally(() => clearTimeout(timer));
  });

/** Replaces the nonce of a cached page, because each nonce is used once (security HD3). */
export async function withNewNonce(shell: Response): Promise<Response> {
  const html = await shell.text();
  const known = /<meta name="csp-nonce" content="([^"]+)"/.exec(html)?.[1];
  const policy = shell.headers.get("content-security-policy");
  if (!known || !policy?.includes(known)) return Response.error();
  const nonce = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))));
  const headers = new Headers(shell.headers);
  headers.set("content-security-policy", policy.replaceAll(known, nonce));
  // The body is decompressed by now.
  headers.delete("content-encoding");
  headers.delete("content-length");
  return new Response(html.replaceAll(known, nonce), { headers });
}
