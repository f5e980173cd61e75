import { Readability } from "@mozilla/readability";
import { runInSlices, type Steps } from "../slices";
import { findContentIn } from "../translation/main-content";
import { blocksIn, blockText } from "./block-text";
import { countWords, cutText, type PageText, type SeenPage } from "./page-text";
import { documentOf } from "./seen-tree";

/**
 * Reads the text of a page from what was seen of it: the selection; if there is none, its main content or all
 * visible text. It runs beside the page and not in it, because finding the main content takes long.
 */
export async function readSeen(seen: SeenPage): Promise<PageText> {
  const read = await runInSlices(readIn(seen));
  if (!read) throw new Error("a reading that nobody stops has ended early");
  return read;
}

function* readIn(seen: SeenPage): Steps<PageText> {
  const { address, host, leftOut } = seen;
  const page = yield* documentOf(seen.tree, seen);
  const selected = seen.selected || (yield* textOf(seen.selectedTree, seen));
  const blocks = yield* blocksIn(page.body);
  const main = selected === "" ? yield* mainContent(page) : null;
  const { text, isCut } = cutText(selected || (main ?? blocks.join("\n\n")));
  const words = yield* countIn(text.split("\n\n"));
  const pageWords = yield* countIn(blocks);
  return {
    title: seen.title.replace(/\s+/g, " ").trim() || host,
    address,
    host,
    text,
    words,
    pageWords,
    kind: selected !== "" ? "selection" : main !== null ? "main" : "all",
    // Next to an article, a video is an illustration.
    isVideo: selected === "" && main === null && seen.hasCaptions,
    isCut,
    leftOut,
  };
}

function* textOf(tree: string, { title, lang }: SeenPage): Steps<string> {
  const page = yield* documentOf(tree, { title, lang });
  return (yield* blocksIn(page.body)).join("\n\n");
}

function* countIn(blocks: readonly string[]): Steps<number> {
  let words = 0;
  for (const block of blocks) {
    yield;
    words += countWords(block);
  }
  return words;
}

/** Minimum length of an article; less is a list of links, a form or an app. */
const MAIN_MIN_CHARS = 250;

/** Number of elements from which the content is found in steps: the better way takes a second for them. */
const MANY = 4_000;

function* mainContent(page: Document): Steps<string | null> {
  if (page.body.querySelectorAll("*").length > MANY) {
    const found = yield* findContentIn(page.body, () => true);
    if (!found) return null;
    const blocks: string[] = [];
    for (const element of found) blocks.push(...(yield* blocksIn(element)));
    return longEnough(blocks.join("\n\n"));
  }
  const article = new Readability(page, { charThreshold: MAIN_MIN_CHARS }).parse();
  if (!article?.content) return null;
  // Parsed but never shown, so nothing in it runs.
  return longEnough(blockText(new DOMParser().parseFromString(article.content, "text/html").body));
}

const longEnough = (text: string): string | null => (text.length >= MAIN_MIN_CHARS ? text : null);
