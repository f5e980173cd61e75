import { uuidV7 } from "@ensemble/contract/uuid-v7";
import type { GrammarReport, ModelList, Sent } from "@ensemble/contract/wire";
import { askJson } from "../background/ask-json";
import { askServer } from "../background/network";
import {
  nothing,
  type PageHandler,
  type PageSender,
  type PageStreamHandler,
  Refuse,
} from "../background/pages/answer-page";
import { followRun } from "../background/pages/answer-stream";
import { requireLeave } from "../background/pages/receipts";
import { countWords } from "../page/page-text";
import type { WritingMessages, WritingStreams } from "./messages";

type Handlers = { [Name in keyof WritingMessages]: PageHandler<Name> };
type StreamHandlers = { [Name in keyof WritingStreams]: PageStreamHandler<Name> };

/** Maximum length of text sent from a field. */
const TEXT_MAX_CHARS = 100_000;
const GRAMMAR = "/api/writing/grammar";

const pageOf = ({ host, isPrivate }: PageSender, text: string) => ({
  host,
  title: host,
  words: countWords(text),
  isPrivate,
});

const isText = (sent: unknown): sent is string =>
  typeof sent === "string" && sent.trim() !== "" && sent.length <= TEXT_MAX_CHARS;

/** Handlers of the messages from the writing helper in a page. */
export const WRITING_HANDLERS: Handlers = {
  "page→background: can write": { check: nothing, answer: async () => ({ hasModel: await hasModel() }) },
  "page→background: check grammar": {
    check: (sent) => {
      const { text } = (sent ?? {}) as Record<string, unknown>;
      return isText(text) ? { text } : null;
    },
    answer: async ({ text }, sender) => {
      await requireLeave(sender);
      return askJson<GrammarReport>("POST", GRAMMAR, { body: { text }, page: pageOf(sender, text) });
    },
  },
};

export const WRITING_STREAMS: StreamHandlers = {
  "page→background: write": {
    check: (sent) => {
      const { message } = (sent ?? {}) as Record<string, unknown>;
      return isText(message) ? { message } : null;
    },
    async *answer({ message }, sender, signal) {
      await requireLeave(sender);
      // The built-in engine's reply to such a request must not go into a field.
      if (!(await hasModel())) throw new Refuse("no_model");
      const conversation = `/api/chat/conversations/${uuidV7()}`;
      const path = `${conversation}/messages`;
      const body = { id: uuidV7(), parent_id: null, text: message, model: null, temporary: true };
      const sent = await askJson<Sent>("POST", path, { body, page: pageOf(sender, message) });
      try {
        const { run_id: runId } = sent.assistant_message;
        if (runId === null) throw new Refuse("failed");
        yield* followRun(runId, signal, { endsWhenLeft: true });
      } finally {
        await forget(conversation);
      }
    },
  },
};

async function hasModel(): Promise<boolean> {
  const { models } = await askJson<ModelList>("GET", "/api/models");
  return models.some(({ provider, locked }) => provider !== "builtin" && !locked);
}

/** Deletes a temporary chat; if that fails, the server deletes it later. */
async function forget(path: string): Promise<void> {
  const headers = { "content-type": "application/json" };
  await askServer({ method: "DELETE", path, headers, body: null }).catch(() => undefined);
}
