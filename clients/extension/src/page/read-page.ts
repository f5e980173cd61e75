import { Readability } from "@mozilla/readability";
import { runAtOnce, runInSlices, type Steps } from "../slices";
import { findContentIn } from "../translation/main-content";
import { blocksIn, blockText } from "./block-text";
import { markedText } from "./marked-text";
import { countWords, cutText, type PageText } from "./page-text";
import { copySeen } from "./seen-copy";

const CAPTIONS = 'video track[kind="captions"], video track[kind="subtitles"]';

/**
 * Reads the selection of a page; if there is none, its main content or all visible text. Changes nothing in
 * the page.
 */
export const readPage = (page: Document): PageText => runAtOnce(readPageIn(page));

/** Reads a page in slices, between which it stays usable. */
export async function readPageInSlices(page: Document): Promise<PageText> {
  const read = await runInSlices(readPageIn(page));
  return read ?? readPage(page);
}

function* readPageIn(page: Document): Steps<PageText> {
  const { origin, pathname, hostname } = new URL(page.location.href);
  const selected = markedText(page);
  const copy = yield* copySeen(page);
  const blocks = yield* blocksIn(copy.body);
  const main = selected === "" ? yield* mainContent(copy) : null;
  const { text, isCut } = cutText(selected || (main ?? blocks.join("\n\n")));
  const words = yield* countIn(text.split("\n\n"));
  const pageWords = yield* countIn(blocks);
  const count = (selector: string) => page.querySelectorAll(selector).length;
  return {
    title: (page.title || titleIn(page)).replace(/\s+/g, " ").trim() || hostname,
    address: origin === "null" ? "" : origin + pathname,
    host: hostname,
    text,
    words,
    pageWords,
    kind: selected !== "" ? "selection" : main !== null ? "main" : "all",
    // Next to an article, a video is an illustration.
    isVideo: selected === "" && main === null && page.querySelector(CAPTIONS) !== null,
    isCut,
    leftOut: {
      fields: count("input, textarea, select, [contenteditable]"),
      pictures: count("img"),
      frames: count("iframe, frame"),
    },
  };
}

function* countIn(blocks: readonly string[]): Steps<number> {
  let words = 0;
  for (const block of blocks) {
    yield;
    words += countWords(block);
  }
  return words;
}

/** Returns the title of a document that is no web page, such as a feed. */
const titleIn = (page: Document): string => page.querySelector("title")?.textContent ?? "";

/** Minimum length of an article; less is a list of links, a form or an app. */
const MAIN_MIN_CHARS = 250;

/** Number of elements from which the content is found in steps: the better way takes a second for them. */
const MANY = 4_000;

function* mainContent(copy: Document): Steps<string | null> {
  if (copy.body.querySelectorAll("*").length > MANY) {
    const found = yield* findContentIn(copy.body, () => true);
    if (!found) return null;
    const blocks: string[] = [];
    for (const element of found) blocks.push(...(yield* blocksIn(element)));
    return longEnough(blocks.join("\n\n"));
  }
  const article = new Readability(copy.cloneNode(true) as Document, {
    charThreshold: MAIN_MIN_CHARS,
  }).parse();
  if (!article?.content) return null;
  // Parsed but never shown, so nothing in it runs.
  return longEnough(blockText(new DOMParser().parseFromString(article.content, "text/html").body));
}

const longEnough = (text: string): string | null => (text.length >= MAIN_MIN_CHARS ? text : null);
