import { type Browser, browser } from "wxt/browser";
import { fromBase64, toBase64 } from "../bytes";
import { type FetchAnswer, type FetchAsk, UNTRUSTED_EVENT } from "../messages";
import { pathAt } from "../server-address";
import { endSession, readConnection, type Stored } from "./connection";
import { bytesAsked, noteAsked, noteSent } from "./sent-log";

/** Request headers that a page of the extension may set; the background sets all others. */
const HEADERS = ["accept", "content-type", "if-match", "last-event-id", "upload-offset"];

/**
 * Sends a request to the connected server with the extension's own session, never with the browser's cookie
 * and never to another server: only the path of the address is used. `session`: session to use instead of the
 * current one.
 */
export async function askServer(
  ask: FetchAsk,
  signal?: AbortSignal,
  session?: Pick<Stored, "server" | "token">,
): Promise<Response> {
  const { server, token } = session ?? (await readConnection());
  if (server === null) throw new Error("no server is chosen");
  const address = server + ask.path;
  const url = URL.canParse(address) ? new URL(address) : null;
  const path = url && pathAt(server, url);
  if (!url || !path?.startsWith("/api/")) throw new Error(UNTRUSTED_EVENT);
  const headers = new Headers({ "x-ensemble-client": "extension" });
  for (const name of HEADERS) {
    const value = ask.headers[name];
    if (value !== undefined) headers.set(name, value);
  }
  if (token !== null) headers.set("authorization", `Bearer ${token}`);
  const body = ask.body === null ? undefined : fromBase64(ask.body);
  const asked = bytesAsked(url);
  const { page } = ask;
  if (body) await noteSent({ path, bytes: body.byteLength + asked, page });
  else if (asked > 0) await noteAsked({ path, bytes: asked, page });
  const response = await fetch(url, {
    method: ask.method,
    headers,
    body,
    signal,
    credentials: "omit",
    cache: "no-store",
    redirect: "error",
    referrerPolicy: "no-referrer",
  });
  if (response.status === 401) await endSession({ server, token });
  return response;
}

/** Serves one request of the panel on its port as a stream. Closing the port aborts the request. */
export function serveFetch(port: Browser.runtime.Port): void {
  const stop = new AbortController();
  port.onDisconnect.addListener(() => stop.abort());
  const say = (answer: FetchAnswer) => {
    if (!stop.signal.aborted) port.postMessage(answer);
  };
  port.onMessage.addListener((ask: FetchAsk) => {
    answer(ask, stop.signal, say)
      .catch((error: unknown) => {
        if (!stop.signal.aborted) console.warn("the server could not be asked", error);
        say({ kind: "failed" });
      })
      .finally(() => port.disconnect());
  });
}

async function answer(ask: FetchAsk, signal: AbortSignal, say: (answer: FetchAnswer) => void): Promise<void> {
  const response = await askServer(ask, signal);
  say({ kind: "head", status: response.status, headers: Object.fromEntries(response.headers) });
  const reader = response.body?.getReader();
  while (reader) {
    const { done, value } = await reader.read();
    if (done) break;
    say({ kind: "piece", bytes: toBase64(value) });
  }
  say({ kind: "end" });
}

/**
 * Returns true if a message or port comes from a page of this extension; scripts in web pages share its id.
 */
export function isOurPage(sender: Browser.runtime.MessageSender | undefined): boolean {
  const home = `${location.origin}/`;
  return sender?.id === browser.runtime.id && (sender.url ?? "").startsWith(home);
}
