import { blockText } from "./block-text";
import { hasNoSize, hidesAll } from "./visibility";

/** Selector of elements that a person types into. */
const TYPED = "input, textarea, select, [contenteditable]:not([contenteditable=false])";

/**
 * Selector of elements that the extension added to the page: they repeat existing content in another
 * language.
 */
const OURS = "ensemble-translation, ensemble-layer";

/** Selector of typed and non-text elements, which are never read. */
export const NEVER = `input, textarea, select, option, datalist, output, [contenteditable]:not([contenteditable=false]), script, style, noscript, template, iframe, frame, object, embed, canvas, svg, audio, video, ${OURS}`;

/**
 * Returns the selected text of the page itself. Some browsers include a selection inside a field: that is
 * typed text and not a range of the page. A selection in an editor is a range, but typed as well.
 */
export function markedText(page: Document): string {
  const selection = page.getSelection();
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return "";
  const range = selection.getRangeAt(0);
  if (elementAround(range)?.closest(TYPED)) return "";
  return holds(range, `${TYPED}, ${OURS}`) ? textWithout(range, NEVER) : selection.toString().trim();
}

/** Returns the text of a range without translations; for a range inside a translation, its own text. */
export const originalText = (range: Range): string | null =>
  holds(range, OURS) ? textWithout(range, NEVER) : null;

function holds(range: Range, selector: string): boolean {
  const inside = elementAround(range)?.querySelectorAll(selector) ?? [];
  return [...inside].some((element) => range.intersectsNode(element));
}

/** Returns the visible text of a range without elements that match the selector. */
function textWithout(range: Range, selector: string): string {
  const within = elementAround(range);
  const seen = [...(within?.querySelectorAll("*") ?? [])].filter((element) => range.intersectsNode(element));
  const contents = document.createElement("div");
  contents.append(range.cloneContents());
  const hidden = [...contents.querySelectorAll("*")].filter((_, at) => isHidden(seen[at]));
  for (const element of [...hidden, ...contents.querySelectorAll(selector)]) element.remove();
  return blockText(contents);
}

function elementAround(range: Range): Element | null {
  const root = range.commonAncestorContainer;
  return root instanceof Element ? root : root.parentElement;
}

/** Returns true if nobody sees an element with all that is in it. */
export function isHidden(element: Element | undefined): boolean {
  if (!element) return false;
  const style = getComputedStyle(element);
  if (hidesAll(element, style) || hasNoSize(element, style)) return true;
  // An element without a box of its own shows what is in it.
  if (style.display === "contents") return false;
  return element.checkVisibility?.({ contentVisibilityAuto: false }) === false;
}
