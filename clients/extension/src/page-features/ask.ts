import { browser } from "wxt/browser";
import {
  type PageAnswerOf,
  type PageMessageName,
  type PageMessages,
  type PageReply,
  type PageStreamName,
  type PieceOf,
  type Refusal,
  STOPPED,
  STREAM_PORT,
  type StreamReply,
  type StreamRequestOf,
} from "./page-messages";

/** Error of a refused request; `refusal.code` has the reason. */
export class Refused extends Error {
  constructor(readonly refusal: Refusal) {
    super(refusal.text);
  }
}

const GONE: Refusal = { code: "unreachable", text: "the extension has gone away" };

/** Sends a message from a page to the background. */
export async function askFromPage<Name extends PageMessageName>(
  name: Name,
  ...request: Parameters<PageMessages[Name]>
): Promise<PageAnswerOf<Name>> {
  const reply = (await browser.runtime.sendMessage({ name, request: request[0] })) as
    | PageReply<PageAnswerOf<Name>>
    | undefined;
  if (!reply) throw new Refused(GONE);
  if ("refusal" in reply) throw new Refused(reply.refusal);
  return reply.answer;
}

/**
 * Requests a stream. Ends with it, or throws `Refused`. Aborting the signal disconnects; aborting it with
 * `STOPPED` also stops the answer in the background.
 */
export function streamFromPage<Name extends PageStreamName>(
  name: Name,
  request: StreamRequestOf<Name>,
  onPiece: (piece: PieceOf<Name>) => void,
  signal: AbortSignal,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const port = browser.runtime.connect({ name: STREAM_PORT + name });
    const ended = new AbortController();
    const end = (settle: () => void) => {
      ended.abort();
      settle();
    };
    const stop = () => {
      if (signal.reason === STOPPED) port.postMessage(STOPPED);
      port.disconnect();
      end(() => reject(signal.reason));
    };
    if (signal.aborted) return stop();
    signal.addEventListener("abort", stop, { signal: ended.signal });
    const gone = () => end(() => reject(new Refused(GONE)));
    port.onDisconnect.addListener(gone);
    // In the browser's cache a page loses its connections, and is not told.
    addEventListener("pageshow", ({ persisted }) => persisted && gone(), { signal: ended.signal });
    port.onMessage.addListener((reply: StreamReply<PieceOf<Name>>) => {
      if ("piece" in reply) return onPiece(reply.piece);
      end(() => ("refusal" in reply ? reject(new Refused(reply.refusal)) : resolve()));
    });
    port.postMessage(request);
  });
}
