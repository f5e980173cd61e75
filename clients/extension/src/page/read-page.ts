import { Readability } from "@mozilla/readability";
import { blockText } from "./block-text";
import { isHidden, markedText, NEVER } from "./marked-text";
import { countWords, cutText, type PageText } from "./page-text";

const CAPTIONS = 'video track[kind="captions"], video track[kind="subtitles"]';

/**
 * Reads the selection of a page; if there is none, its main content or all visible text. Changes nothing in
 * the page.
 */
export function readPage(page: Document): PageText {
  const { origin, pathname, hostname } = new URL(page.location.href);
  const copy = page.cloneNode(true) as Document;
  removeHidden(page, copy);
  const fields = page.querySelectorAll("input, textarea, select, [contenteditable]").length;
  for (const element of copy.querySelectorAll(NEVER)) element.remove();
  const all = copy.body ? blockText(copy.body) : "";
  const selected = markedText(page);
  const main = selected === "" ? mainContent(copy) : null;
  const { text, isCut } = cutText(selected || (main ?? all));
  return {
    title: page.title.replace(/\s+/g, " ").trim() || hostname,
    address: origin === "null" ? "" : origin + pathname,
    host: hostname,
    text,
    words: countWords(text),
    pageWords: countWords(all),
    kind: selected !== "" ? "selection" : main !== null ? "main" : "all",
    // Next to an article, a video is an illustration.
    isVideo: selected === "" && main === null && page.querySelector(CAPTIONS) !== null,
    isCut,
    leftOut: { fields, pictures: page.images.length, frames: page.querySelectorAll("iframe, frame").length },
  };
}

/** Removes invisible elements from the copy; both have the same elements in the same order. */
function removeHidden(page: Document, copy: Document): void {
  const [seen, copied] = [page.body?.querySelectorAll("*") ?? [], copy.body?.querySelectorAll("*") ?? []];
  for (const element of [...copied].filter((_, at) => isHidden(seen[at]))) element.remove();
}

/** Minimum length of an article; less is a list of links, a form or an app. */
const MAIN_MIN_CHARS = 250;

function mainContent(copy: Document): string | null {
  // A page consisting of one field, such as an editor, has nothing left.
  if (!copy.body) return null;
  const article = new Readability(copy.cloneNode(true) as Document, {
    charThreshold: MAIN_MIN_CHARS,
  }).parse();
  if (!article?.content) return null;
  // Parsed but never shown, so nothing in it runs.
  const text = blockText(new DOMParser().parseFromString(article.content, "text/html").body);
  return text.length >= MAIN_MIN_CHARS ? text : null;
}
