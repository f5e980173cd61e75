import type { WantedPart } from "./wanted-part";

/** Text of a page as it would be sent. */
export interface PageText {
  title: string;
  /** Address without query and fragment, which may contain secrets. */
  address: string;
  host: string;
  text: string;
  words: number;
  /** Number of visible words on the whole page. */
  pageWords: number;
  /** Kind of the text: the selection, the main content, or all visible text; for a PDF, its address. */
  kind: "selection" | "main" | "all" | "pdf";
  /** True if the page is mainly a video with captions. */
  isVideo: boolean;
  /** True if the text was truncated because the page is too long. */
  isCut: boolean;
  leftOut: { fields: number; pictures: number; frames: number };
  /** True if it is in a private window. */
  isPrivate?: boolean;
}

/** Part of a page that is seen, as its script hands it to the panel, where it is read. */
export interface SeenPage extends Pick<PageText, "title" | "address" | "host" | "leftOut"> {
  lang: string;
  /** Selected text; "" if there is none. */
  selected: string;
  /** Returns the visible text of a selection that has shadow roots in it; "" if there is none. */
  selectedTree: string;
  /** Visible content, as `seen-tree.ts` writes it. */
  tree: string;
  hasCaptions: boolean;
}

/** Visible content of a document, with the identity of that document. */
export interface SeenDocument {
  /** Identity of the document; it does not leave the panel. */
  mark: string;
  /** Part that the reader was asked for; null: none was named. */
  wanted: WantedPart | null;
  /** Null: the page is gone. */
  seen: SeenPage | "pdf" | null;
}

/**
 * Returns the identity of the current document. It is injected on its own, so it uses nothing from this file.
 */
export const documentMark = (): string => `${performance.timeOrigin} ${location.href}`;

/** Returns the address of a document by its identity, with query and fragment. */
export const addressOf = (mark: string): string => mark.slice(mark.indexOf(" ") + 1);

/** Maximum length of page text that is sent: about 50,000 words. */
export const PAGE_MAX_CHARS = 300_000;

/** Counts words in any script: runs of letters and digits, and each character in scripts without spaces. */
export function countWords(text: string): number {
  const unspaced = /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Thai}/gu;
  const spaced = text.replace(unspaced, " ");
  return (
    (text.match(unspaced)?.length ?? 0) + (spaced.match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}'’-]*/gu)?.length ?? 0)
  );
}

/** Truncates after the last complete paragraph that fits. */
export function cutText(text: string, most = PAGE_MAX_CHARS): { text: string; isCut: boolean } {
  if (text.length <= most) return { text, isCut: false };
  const end = text.lastIndexOf("\n\n", most);
  return { text: text.slice(0, end > most / 2 ? end : most), isCut: true };
}

const NAME_MAX_CHARS = 80;

/** Returns the file name of a page's text in a message. */
export function fileName({ title, host }: Pick<PageText, "title" | "host">): string {
  const plain = (title || host)
    .replace(/[\p{Cc}"*/:<>?\\|]/gu, " ")
    .replace(/\s+/g, " ")
    .trim();
  const name = [...plain]
    .slice(0, NAME_MAX_CHARS)
    .join("")
    .replace(/^[._]+/, "")
    .trim();
  return `${name || "page"}.txt`;
}

/** Returns exactly the text that is sent. */
export const pageFile = ({ title, address, text }: PageText): string => `${title}\n${address}\n\n${text}\n`;
