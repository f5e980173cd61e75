import { problemFrom } from "@ensemble/contract/problem-error";
import type { TranslationEvent } from "@ensemble/contract/wire";
import { browser } from "wxt/browser";
import { refusalFrom } from "../background/ask-json";
import { askServer } from "../background/network";
import { type PageHandler, type PageStreamHandler, Refuse } from "../background/pages/answer-page";
import { callFrames } from "../background/pages/inject";
import { requireLeave } from "../background/pages/receipts";
import { toBase64 } from "../bytes";
import type { SentPage } from "../messages";
import { countWords } from "../page/page-text";
import { plainText } from "./marked-text";
import {
  readFramesRequest,
  readRequest,
  TRANSLATED,
  type TranslatePiece,
  type TranslateRequest,
} from "./messages";

const PATH = "/api/translation/texts";

/** Translates texts of a page on the server and streams each result. */
export const translateStream: PageStreamHandler<"page→background: translate"> = {
  check: readRequest,
  async *answer(request, sender, signal) {
    await requireLeave(sender, "translate");
    const words = request.texts.reduce((sum, text) => sum + countWords(plainText(text)), 0);
    const page = { host: sender.host, title: sender.host, words, isPrivate: sender.isPrivate };
    const response = await ask(request, page, signal);
    try {
      for await (const event of readEvents(response)) yield pieceOf(event);
    } finally {
      // An open panel shows the size of the memory; without one, nobody listens.
      await browser.runtime.sendMessage({ name: TRANSLATED }).catch(() => undefined);
    }
  },
};

/** Handlers of the messages from translation in a page. */
export const TRANSLATION_HANDLERS: {
  "page→background: translate frames": PageHandler<"page→background: translate frames">;
} = {
  "page→background: translate frames": {
    check: readFramesRequest,
    async answer({ target }, { tabId, frameId }) {
      // The page itself speaks for its frames, and none of them for the others.
      if (frameId !== 0) return null;
      await callFrames(tabId, { feature: "translation", what: "frame", detail: { target } });
      return null;
    },
  },
};

async function ask(
  { texts, target }: TranslateRequest,
  page: SentPage,
  signal: AbortSignal,
): Promise<Response> {
  const body = JSON.stringify({ texts, target_language: target });
  const sent = {
    method: "POST",
    path: PATH,
    headers: { "content-type": "application/json", accept: "text/event-stream" },
    body: toBase64(new TextEncoder().encode(body)),
    page,
  };
  const response = await askServer(sent, signal).catch((error: unknown) => {
    signal.throwIfAborted();
    throw new Refuse("unreachable", error instanceof Error ? error.message : String(error));
  });
  if (response.ok) return response;
  throw refusalFrom(problemFrom(response, await response.json().catch(() => undefined)));
}

/**
 * Reads the server's events up to `done`. A connection that breaks earlier is an error, because the rest is
 * missing.
 */
export async function* readEvents(response: Response): AsyncGenerator<TranslationEvent> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let unread = "";
  while (reader) {
    const { done, value } = await reader.read();
    if (done) break;
    unread += value;
    const frames = unread.split("\n\n");
    unread = frames.pop() ?? "";
    for (const frame of frames) {
      if (frame.startsWith("event: done")) return;
      const data = /^data: (.*)$/m.exec(frame)?.[1];
      if (data) yield JSON.parse(data) as TranslationEvent;
    }
  }
  throw new Refuse("unreachable", "the server's answer broke off");
}

function pieceOf(event: TranslationEvent): TranslatePiece {
  const { index } = event;
  if (event.type === "failed") {
    const { code, message } = event.problem;
    return { kind: "failed", index, problem: { code, text: message } };
  }
  return { kind: "translated", index, text: event.text, remembered: event.remembered };
}
