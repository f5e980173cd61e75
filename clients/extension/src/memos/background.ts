import { PLACES } from "@ensemble/blocks/places";
import type { Memo } from "@ensemble/contract/wire";
import { browser } from "wxt/browser";
import { askJson } from "../background/ask-json";
import { readConnection } from "../background/connection";
import type { PageHandler } from "../background/pages/answer-page";
import { requireLeave } from "../background/pages/receipts";
import { readPageSettings } from "../background/pages/stored-settings";
import { countWords } from "../page/page-text";
import { memoOf } from "./memo";
import type { KeepRequest, MemoMessages } from "./messages";
import { readMemoOptions } from "./options";

type Handlers = { [Name in keyof MemoMessages]: PageHandler<Name> };

const PATH = "/api/memos";
/** Maximum size, above that of any memo. */
const REQUEST_MAX_CHARS = 500_000;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Handlers of the messages about memos. */
export const MEMO_HANDLERS: Handlers = {
  "page→background: keep": {
    check: readKeep,
    answer: async ({ text, title, path }, sender) => {
      await requireLeave(sender);
      const { memoTag: tag } = readMemoOptions((await readPageSettings()).options.selection);
      const body = memoOf({ kind: "highlight", title, text, address: sender.origin + path, tag });
      const page = {
        host: sender.host,
        title: title || sender.host,
        words: countWords(text),
        isPrivate: sender.isPrivate,
      };
      const { id } = await askJson<Memo>("POST", PATH, { body, page });
      return { memoId: id };
    },
  },
  "page→background: open memo": {
    check: (sent) => {
      const { memoId } = (sent ?? {}) as Record<string, unknown>;
      return typeof memoId === "string" && UUID.test(memoId) ? { memoId } : null;
    },
    answer: async ({ memoId }) => {
      const { server } = await readConnection();
      if (server !== null) await browser.tabs.create({ url: server + PLACES.memo(memoId) });
      return null;
    },
  },
};

/** Validates a request to save a memo. The path must have no query or fragment, which may be private. */
export function readKeep(sent: unknown): KeepRequest | null {
  const { text, title, path } = (sent ?? {}) as Record<string, unknown>;
  if (typeof text !== "string" || typeof title !== "string" || typeof path !== "string") return null;
  if (text.trim() === "" || !/^\/[^?#]*$/.test(path)) return null;
  return text.length + title.length + path.length > REQUEST_MAX_CHARS ? null : { text, title, path };
}
