import { BODY_MAX_CHARS, SOURCE_MAX_CHARS, TITLE_MAX_CHARS } from "@ensemble/contract/generated/limits/memos";
import { uuidV7 } from "@ensemble/contract/uuid-v7";
import type { NewMemo } from "@ensemble/contract/wire";

/** Content of a page to save as a memo. */
export interface Kept {
  /** A selection is saved as a highlight, a whole page as a reading. */
  kind: "highlight" | "reading";
  title: string;
  text: string;
  /** Address without query and fragment, which may contain secrets. */
  address: string;
  tag: string;
}

/** Returns the memo for the content, with its words unchanged. */
export function memoOf({ kind, title, text, address, tag }: Kept): NewMemo {
  const words = cut(text, BODY_MAX_CHARS);
  return {
    id: uuidV7(),
    kind,
    title: cut(title.replace(/\s+/g, " ").trim(), TITLE_MAX_CHARS),
    body: kind === "reading" ? words : "",
    source_url: /^https?:/.test(address) && address.length <= SOURCE_MAX_CHARS ? address : null,
    quote: kind === "highlight" ? words : null,
    tags: tag === "" ? [] : [tag],
  };
}

/** Truncates a text by whole characters, as the server counts them. */
function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  return [...text].slice(0, most).join("");
}

/** Returns exactly the text that is sent, for the receipt. */
export const memoText = ({ title, body, quote, source_url }: NewMemo): string =>
  [title, source_url, "", quote ?? body].filter((line) => line !== null).join("\n");
