import { Readability } from "@mozilla/readability";
import { blockText } from "./block-text";
import { countWords, cutText, type PageText } from "./page-text";

const CAPTIONS = 'video track[kind="captions"], video track[kind="subtitles"]';

/** What somebody may have typed. */
const TYPED = "input, textarea, select, [contenteditable]:not([contenteditable=false])";

/** That, and what is no text. None of it is ever read. */
const NEVER =
  "input, textarea, select, option, datalist, output, [contenteditable]:not([contenteditable=false]), script, style, noscript, template, iframe, frame, object, embed, canvas, svg, audio, video";

/**
 * Reads what a person has marked on a page; where that is nothing, what they can see: its main content if there is one, else
 * all of it. Changes nothing in the page.
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
    // Beside an article, a video is an illustration.
    isVideo: selected === "" && main === null && page.querySelector(CAPTIONS) !== null,
    isCut,
    leftOut: { fields, pictures: page.images.length, frames: page.querySelectorAll("iframe, frame").length },
  };
}

/**
 * What is marked of the page itself. Some browsers count the words that are marked in a field among it: they are typed, and no
 * range of the page; those of an editor are a range, and typed too.
 */
export function markedText(page: Document): string {
  const selection = page.getSelection();
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return "";
  const range = selection.getRangeAt(0);
  const root = range.commonAncestorContainer;
  const within = root instanceof Element ? root : root.parentElement;
  if (within?.closest(TYPED)) return "";
  if (![...(within?.querySelectorAll(TYPED) ?? [])].some((field) => range.intersectsNode(field)))
    return selection.toString().trim();
  const seen = [...(within?.querySelectorAll("*") ?? [])].filter((element) => range.intersectsNode(element));
  const contents = page.createElement("div");
  contents.append(range.cloneContents());
  const hidden = [...contents.querySelectorAll("*")].filter((_, at) => isHidden(seen[at]));
  for (const element of [...hidden, ...contents.querySelectorAll(NEVER)]) element.remove();
  return blockText(contents);
}

/** Takes out of the copy what cannot be seen on the page; both have the same elements in the same order. */
function removeHidden(page: Document, copy: Document): void {
  const [seen, copied] = [page.body?.querySelectorAll("*") ?? [], copy.body?.querySelectorAll("*") ?? []];
  for (const element of [...copied].filter((_, at) => isHidden(seen[at]))) element.remove();
}

const isHidden = (element: Element | undefined): boolean =>
  element?.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: false }) === false;

/** Less than this is no article: a list of links, a form, an application. */
const MAIN_MIN_CHARS = 250;

function mainContent(copy: Document): string | null {
  // A page that is one field, as an editor is, has nothing left.
  if (!copy.body) return null;
  const article = new Readability(copy.cloneNode(true) as Document, {
    charThreshold: MAIN_MIN_CHARS,
  }).parse();
  if (!article?.content) return null;
  // Parsed, never shown: nothing in it runs.
  const text = blockText(new DOMParser().parseFromString(article.content, "text/html").body);
  return text.length >= MAIN_MIN_CHARS ? text : null;
}
