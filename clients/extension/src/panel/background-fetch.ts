import { browser } from "wxt/browser";
import { fromBase64, toBase64 } from "../bytes";
import { FETCH_PORT, type FetchAnswer, type FetchAsk, type SentPage } from "../messages";

/** Statuses of responses without a body, whatever is sent with them. */
const BODILESS = new Set([101, 204, 205, 304]);

/**
 * Routes every request of this page through the background. The shared client calls `fetch` for `/api/…` on
 * its own origin, which is the extension itself and has no network.
 */
export function sendThroughBackground(): void {
  globalThis.fetch = async (input, init) => backgroundFetch(requestOf(input, init));
}

const requestOf = (input: RequestInfo | URL, init?: RequestInit): Request =>
  input instanceof Request ? new Request(input, init) : new Request(new URL(input, location.origin), init);

const carried = new Map<string, SentPage>();

/** Attributes all requests to this path, which belongs to one file, to the page in the request log. */
export function carryPage(path: string, page: SentPage): void {
  carried.set(path, page);
}

/**
 * Attributes the one request that `send` makes synchronously to the page; the next one to this path may
 * belong to another page.
 */
export function carryOnce<Answer>(path: string, page: SentPage, send: () => Answer): Answer {
  carried.set(path, page);
  try {
    return send();
  } finally {
    carried.delete(path);
  }
}

async function backgroundFetch(request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  // Synchronously: the next request may belong to another page.
  const page = carried.get(pathname) ?? null;
  const body = await request.arrayBuffer();
  request.signal.throwIfAborted();
  const ask: FetchAsk = {
    method: request.method,
    path: pathname + search,
    headers: Object.fromEntries(request.headers),
    body: body.byteLength > 0 ? toBase64(new Uint8Array(body)) : null,
    page,
  };
  return exchange(ask, request.signal);
}

/** Sends one request on its own port. Resolves with the response headers; the body follows. */
function exchange(ask: FetchAsk, signal: AbortSignal): Promise<Response> {
  return new Promise((resolve, reject) => {
    const port = browser.runtime.connect({ name: FETCH_PORT });
    const pieces = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>();
    const writer = pieces.writable.getWriter();
    let over = false;
    const fail = (reason: unknown) => {
      if (over) return;
      over = true;
      reject(reason);
      // The reader of the body gets the error.
      writer.abort(reason).catch(() => undefined);
    };
    const broken = () => fail(new TypeError("the server could not be reached"));
    signal.addEventListener(
      "abort",
      () => {
        fail(signal.reason);
        port.disconnect();
      },
      { once: true },
    );
    port.onDisconnect.addListener(broken);
    port.onMessage.addListener((answer: FetchAnswer) => {
      switch (answer.kind) {
        case "head": {
          const { status, headers } = answer;
          resolve(new Response(BODILESS.has(status) ? null : pieces.readable, { status, headers }));
          return;
        }
        case "piece":
          // A reader that has stopped needs no more.
          writer.write(fromBase64(answer.bytes)).catch(() => port.disconnect());
          return;
        case "end":
          over = true;
          writer.close().catch(() => undefined);
          return;
        default:
          broken();
      }
    });
    port.postMessage(ask);
  });
}
