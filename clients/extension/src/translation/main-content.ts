import { nodesIn, parentElementOf } from "../page/composed";
import type { Steps } from "../slices";
import { AROUND, tagOf } from "./page-nodes";

/** Minimum letters of a paragraph; less is a label, a button or a menu item. */
const PARAGRAPH_MIN_LETTERS = 30;
/** Maximum share of links in a paragraph; with more, it is navigation. */
const LINKED_MAX_SHARE = 0.4;
/** Share of all paragraph text that the main content must have. */
const MOST = 0.8;
/** Minimum letters of main content; less is a frame for content that loads later. */
export const MAIN_MIN_LETTERS = 200;

/**
 * Selector of elements that are not page content: navigation, form fields, hidden or machine-readable
 * elements, and our own.
 */
const NOT_SAID = `${AROUND}, script, style, noscript, template, pre, textarea, select, button, svg, iframe, [hidden], [aria-hidden=true], [inert], ensemble-translation, ensemble-layer`;

/** Inline elements. */
const INLINE = new Set(
  "A ABBR B BDI BDO CITE CODE DEL DFN EM FONT I INS KBD LABEL MARK Q S SAMP SMALL SPAN STRONG SUB SUP TIME U VAR".split(
    " ",
  ),
);

/**
 * Detects the main content of a page without markup for it: the smallest element with most of its paragraph
 * text, and the headline above it. Null: nothing smaller than the page.
 */
export function* findContentIn(
  body: Element,
  isShown: (element: Element) => boolean = isSeen,
): Steps<Element[] | null> {
  const inside = new Map<Element, number>();
  let all = 0;
  for (const [paragraph, letters] of yield* paragraphsIn(body, isShown)) {
    yield;
    all += letters;
    for (let up = parentElementOf(paragraph); up; up = parentElementOf(up))
      inside.set(up, (inside.get(up) ?? 0) + letters);
  }
  if (all < MAIN_MIN_LETTERS) return null;
  const holds = (element: Element) => inside.get(element) ?? 0;
  let found = body;
  for (let inner: Element | undefined = body; inner; ) {
    found = inner;
    inner = childrenOf(found).find((child) => holds(child) >= all * MOST);
  }
  // One post may be much longer than the others.
  for (
    let up = parentElementOf(found);
    found !== body && up && hasTwin(found, holds);
    up = parentElementOf(up)
  )
    found = up;
  if (found === body) return null;
  const headline = headlineAbove(body, found, isShown);
  return headline ? [headline, found] : [found];
}

/** Returns elements with text of their own, except navigation, with their number of letters. */
function* paragraphsIn(body: Element, isShown: (element: Element) => boolean): Steps<[Element, number][]> {
  const found = new Map<Element, { letters: number; linked: number }>();
  const walker = document.createTreeWalker(body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, (node) => {
    if (node instanceof Element)
      return node.matches(NOT_SAID) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_SKIP;
    return NodeFilter.FILTER_ACCEPT;
  });
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    yield;
    const letters = lettersOf(node);
    if (letters === 0) continue;
    let isLinked = false;
    let block = parentElementOf(node);
    for (; block && block !== body && INLINE.has(tagOf(block)); block = parentElementOf(block))
      isLinked ||= tagOf(block) === "A";
    if (!block) continue;
    const sum = found.get(block) ?? { letters: 0, linked: 0 };
    found.set(block, { letters: sum.letters + letters, linked: sum.linked + (isLinked ? letters : 0) });
  }
  const paragraphs: [Element, number][] = [];
  for (const [element, { letters, linked }] of found) {
    yield;
    if (letters < PARAGRAPH_MIN_LETTERS || linked > letters * LINKED_MAX_SHARE) continue;
    if (isShown(element)) paragraphs.push([element, letters]);
  }
  return paragraphs;
}

const childrenOf = (element: Element | null): Element[] =>
  element ? [...nodesIn(element)].filter((node) => node instanceof Element) : [];

export const lettersOf = (node: Node): number => (node.textContent ?? "").replace(/\s+/g, "").length;

/** Returns true if an element has the letters of main content, without reading more of it. */
export function hasContent(element: Element): boolean {
  const walker = element.ownerDocument.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  let letters = 0;
  while (letters < MAIN_MIN_LETTERS && walker.nextNode()) letters += lettersOf(walker.currentNode);
  return letters >= MAIN_MIN_LETTERS;
}

const isSeen = (element: Element): boolean =>
  element.checkVisibility?.() !== false || getComputedStyle(element).display === "contents";

/** Returns true if a sibling of the same kind has paragraphs too. */
function hasTwin(element: Element, holds: (element: Element) => number): boolean {
  return childrenOf(parentElementOf(element)).some(
    (other) =>
      other !== element &&
      other.tagName === element.tagName &&
      other.className === element.className &&
      holds(other) > 0,
  );
}

/** Returns the page's headline if it is before the content and not in it. */
function headlineAbove(
  body: Element,
  content: Element,
  isShown: (element: Element) => boolean,
): Element | null {
  const headlines = [...body.querySelectorAll("h1")].filter(
    (one) => one.closest(NOT_SAID) === null && lettersOf(one) > 0 && isShown(one),
  );
  const [only] = headlines;
  if (!only || headlines.length > 1 || content.contains(only)) return null;
  return only.compareDocumentPosition(content) & Node.DOCUMENT_POSITION_FOLLOWING ? only : null;
}
