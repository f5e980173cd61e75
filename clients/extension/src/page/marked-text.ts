import { runAtOnce, type Steps } from "../slices";
import { blocksIn } from "./block-text";
import { closestAround } from "./composed";
import { isDrawingAlone } from "./drawn-page";
import { isSvg } from "./node-kinds";
import { selectedRange } from "./selection";
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
export const markedText = (page: Document): string => runAtOnce(markedTextIn(page));

/** Reads the selected text step by step: all of a long page may be selected. */
export function* markedTextIn(page: Document): Steps<string> {
  const range = readableRange(page);
  if (!range) return "";
  const isWhole = isInShadow(range) || holds(range, `${TYPED}, ${OURS}`);
  if (!isWhole) return (page.getSelection()?.toString() ?? "").trim();
  return yield* textWithout(range.cloneRange(), NEVER, isHidden);
}

/** Returns the selection if it has shadow roots in it, of which the browser gives no text. */
export function rangeWithShadows(page: Document): Range | null {
  const range = readableRange(page);
  if (!range || isInShadow(range)) return null;
  const inside = elementAround(range)?.querySelectorAll("*") ?? [];
  return [...inside].some((element) => element.shadowRoot && range.intersectsNode(element))
    ? range.cloneRange()
    : null;
}

/** Returns what is selected, unless somebody has typed it. */
function readableRange(page: Document): Range | null {
  const range = selectedRange(page);
  if (!range || range.startContainer.ownerDocument !== page) return null;
  return closestAround(range.commonAncestorContainer, TYPED) ? null : range;
}

const isInShadow = ({ commonAncestorContainer }: Range): boolean =>
  commonAncestorContainer.getRootNode() instanceof ShadowRoot;

/** Returns the text of a range without translations; for a range inside a translation, its own text. */
export const originalText = (range: Range): string | null =>
  holds(range, OURS) ? runAtOnce(textWithout(range, NEVER, isNotShown)) : null;

function holds(range: Range, selector: string): boolean {
  const inside = elementAround(range)?.querySelectorAll(selector) ?? [];
  return [...inside].some((element) => range.intersectsNode(element));
}

/** Returns the text of a range without elements that match the selector or are not seen. */
function* textWithout(
  range: Range,
  selector: string,
  isUnseen: (element: Element) => boolean,
): Steps<string> {
  const contents = document.createElement("div");
  contents.append(range.cloneContents());
  const copies = contents.querySelectorAll("*");
  const gone: Element[] = [...contents.querySelectorAll(`${selector}, svg *`)].filter((element) =>
    isSvg(element) ? isDrawingAlone(element) : element.matches(selector),
  );
  let at = 0;
  for (const element of elementAround(range)?.querySelectorAll("*") ?? []) {
    yield;
    if (!range.intersectsNode(element)) continue;
    const copy = copies[at];
    if (copy && isUnseen(element)) gone.push(copy);
    at += 1;
  }
  for (const element of gone) element.remove();
  return (yield* blocksIn(contents)).join("\n\n");
}

function elementAround({ commonAncestorContainer: root }: Range): ParentNode | null {
  return root instanceof Element || root instanceof ShadowRoot ? root : root.parentElement;
}

/** Returns true for an element that the browser does not show, or shows without opacity. */
const isNotShown = (element: Element): boolean =>
  element.checkVisibility?.({ opacityProperty: true }) === false &&
  // An element without a box of its own shows what is in it.
  getComputedStyle(element).display !== "contents";

/** Returns true if nobody sees an element with all that is in it. */
export function isHidden(element: Element): boolean {
  if (isNotShown(element)) return true;
  const style = getComputedStyle(element);
  return hidesAll(element, style) || hasNoSize(element, style);
}
