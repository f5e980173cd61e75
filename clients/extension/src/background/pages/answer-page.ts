import type { Browser } from "wxt/browser";
import { UNTRUSTED_EVENT } from "../../messages";
import {
  type PageAnswerOf,
  type PageMessageName,
  type PageReply,
  type PageRequestOf,
  type PageStreamName,
  type PieceOf,
  type Refusal,
  STOPPED,
  STREAM_PORT,
  type StreamReply,
  type StreamRequestOf,
} from "../../page-features/page-messages";

/** Requesting page as reported by the browser. */
export interface PageSender {
  tabId: number;
  frameId: number;
  origin: string;
  host: string;
  /** True in a private window: nothing about it is stored. */
  isPrivate: boolean;
}

/** Validates a request; null rejects it. */
export type Check<Request> = (sent: unknown) => Request | null;

/** Handler of a message of `PageMessages`. */
export interface PageHandler<Name extends PageMessageName> {
  check: Check<PageRequestOf<Name>>;
  answer(request: PageRequestOf<Name>, sender: PageSender): Promise<PageAnswerOf<Name>>;
}

/** Handler of a stream of `PageStreams`. */
export interface PageStreamHandler<Name extends PageStreamName> {
  check: Check<StreamRequestOf<Name>>;
  /** `signal` aborts when nobody listens any more; its reason is `STOPPED` if the person stopped it. */
  answer(
    request: StreamRequestOf<Name>,
    sender: PageSender,
    signal: AbortSignal,
  ): AsyncIterable<PieceOf<Name>>;
}

export type PageHandlers = { [Name in PageMessageName]: PageHandler<Name> };
export type PageStreamHandlers = { [Name in PageStreamName]: PageStreamHandler<Name> };

/** Check of messages without a request. */
export const nothing: Check<undefined> = () => undefined;

/** Error of a handler that refuses a page's request. */
export class Refuse extends Error {
  constructor(
    readonly code: Refusal["code"],
    text: string = code,
  ) {
    super(text);
  }
}

/** spec §7: "Unrecognised events raise "Untrusted event"". */
const UNTRUSTED: Refusal = { code: "untrusted", text: UNTRUSTED_EVENT };

/** Returns the sender if it is a script of ours in a web page, else null. */
export function pageSender(
  sender: Browser.runtime.MessageSender | undefined,
  ownId: string,
): PageSender | null {
  const { id, tab, frameId = 0 } = sender ?? {};
  const address = addressOf(sender);
  if (id !== ownId || tab?.id === undefined || !/^https?:/.test(address) || !URL.canParse(address))
    return null;
  const { origin, hostname } = new URL(address);
  return { tabId: tab.id, frameId, origin, host: hostname, isPrivate: tab.incognito === true };
}

/** Returns the address of a sender; of a frame that its page wrote, the page's origin, which the browser gives it. */
function addressOf({ url = "", origin, frameId = 0 }: Partial<Browser.runtime.MessageSender> = {}): string {
  const isWritten = frameId > 0 && /^about:(srcdoc|blank)$/.test(url);
  return isWritten ? (origin ?? "") : url;
}

/** Returns true if an envelope is addressed to the page handlers. */
export const isForPages = (envelope: unknown): boolean =>
  typeof envelope === "object" &&
  envelope !== null &&
  "name" in envelope &&
  String(envelope.name).startsWith("page→");

/** Answers a message from a page. */
export async function answerPage(
  handlers: PageHandlers,
  envelope: unknown,
  sender: PageSender | null,
): Promise<PageReply<unknown>> {
  const { name = "", request } = (envelope ?? {}) as { name?: string; request?: unknown };
  if (!sender || !Object.hasOwn(handlers, name)) return { refusal: UNTRUSTED };
  const handler = handlers[name as PageMessageName] as PageHandler<never>;
  const checked = handler.check(request);
  if (checked === null) return { refusal: UNTRUSTED };
  try {
    return { answer: await handler.answer(checked, sender) };
  } catch (error) {
    return { refusal: refusalOf(error) };
  }
}

/** Answers the one request of a port as a stream. Closing the port aborts it. */
export function servePageStream(
  handlers: PageStreamHandlers,
  port: Browser.runtime.Port,
  sender: PageSender | null,
): void {
  const name = port.name.slice(STREAM_PORT.length);
  const stop = new AbortController();
  port.onDisconnect.addListener(() => stop.abort());
  const say = (reply: StreamReply<unknown>) => {
    if (!stop.signal.aborted) port.postMessage(reply);
  };
  const refuse = (refusal: Refusal) => {
    say({ refusal });
    port.disconnect();
  };
  if (!sender || !Object.hasOwn(handlers, name)) {
    refuse(UNTRUSTED);
    return;
  }
  const handler = handlers[name as PageStreamName] as PageStreamHandler<never>;
  port.onMessage.addListener((request: unknown) => {
    if (request === STOPPED) return stop.abort(STOPPED);
    const checked = handler.check(request);
    if (checked === null) return refuse(UNTRUSTED);
    const run = async () => {
      for await (const piece of handler.answer(checked, sender, stop.signal)) say({ piece });
      say({ end: true });
    };
    void run().catch((error: unknown) => {
      if (!stop.signal.aborted) say({ refusal: refusalOf(error) });
    });
  });
}

function refusalOf(error: unknown): Refusal {
  if (error instanceof Refuse) return { code: error.code, text: error.message };
  console.warn("a page was not answered", error);
  return { code: "failed", text: error instanceof Error ? error.message : String(error) };
}
