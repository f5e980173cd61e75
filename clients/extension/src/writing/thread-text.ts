import { originalText } from "../page/marked-text";
import { isArea, isLine } from "../page/node-kinds";
import { hidesAll, hidesWords } from "../page/visibility";
import type { WritingField } from "./field-kind";
import { ownPart } from "./rich-text";

/** Maximum length of a conversation, of which the end is kept. */
const THREAD_MAX_CHARS = 6_000;
/** Minimum length of a conversation; less is a heading, a name or a date. */
const THREAD_MIN_CHARS = 60;

/**
 * Selector of elements that are not part of a conversation: menus, buttons, and anything that may have been
 * typed.
 */
const NOT_SAID =
  "input, textarea, select, option, [contenteditable]:not([contenteditable=false]), button, [role=button], [role=menu], [role=toolbar], [role=tablist], nav, header[role=banner], footer[role=contentinfo], script, style, noscript, template, svg, canvas, iframe, audio, video, [aria-hidden=true], ensemble-layer, ensemble-translation";

const BLOCK =
  "address, article, aside, blockquote, dd, div, dl, dt, figure, footer, h1, h2, h3, h4, h5, h6, header, hr, li, main, ol, p, pre, section, table, tr, ul";

/**
 * Returns the text to reply to: the page's selection, else the quotation in the field, else the visible text
 * right above it. Empty if there is none.
 */
export function threadText(field: WritingField): string {
  const page = field.ownerDocument;
  const selection = page.getSelection();
  // In some browsers a field's selection counts as the page's, but is no range of it.
  const isOutside = selection?.anchorNode && !selection.isCollapsed && !field.contains(selection.anchorNode);
  const marked = isOutside ? (originalText(selection.getRangeAt(0)) ?? selection.toString()).trim() : "";
  if (marked !== "") return lastPart(marked);
  const quoted = quotedIn(field);
  if (quoted.length >= THREAD_MIN_CHARS) return lastPart(quoted);
  for (let around = field.parentElement; around; around = around.parentElement) {
    const above = textAbove(around, field);
    if (above.length >= THREAD_MIN_CHARS) return lastPart(above);
  }
  return "";
}

/** Returns the end of a text from the start of a line. */
function lastPart(text: string): string {
  if (text.length <= THREAD_MAX_CHARS) return text;
  const end = text.slice(-THREAD_MAX_CHARS);
  return end.slice(end.indexOf("\n") + 1);
}

function quotedIn(field: WritingField): string {
  if (isLine(field) || isArea(field)) {
    const lines = field.value.split("\n").filter((line) => line.startsWith(">"));
    return lines.map((line) => line.replace(/^[> ]+/, "")).join("\n");
  }
  const own = ownPart(field);
  const rest = field.ownerDocument.createRange();
  rest.selectNodeContents(field);
  rest.setStart(own.endContainer, own.endOffset);
  return linesOf(rest, () => true);
}

/** Returns the visible text in `around` before the field. */
function textAbove(around: HTMLElement, field: WritingField): string {
  const range = field.ownerDocument.createRange();
  range.setStartBefore(around.firstChild ?? around);
  range.setEndBefore(field);
  return linesOf(range, (element) => element.closest(NOT_SAID) === null && isSeen(element));
}

const isSeen = (element: Element): boolean =>
  !hidesAll(element) &&
  !hidesWords(element) &&
  (element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) ||
    getComputedStyle(element).display === "contents");

/** Returns the text of a range, one line per block. */
function linesOf(range: Range, isSaid: (parent: Element) => boolean): string {
  const root = range.commonAncestorContainer;
  const walker = (root.ownerDocument ?? document).createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const lines: string[] = [];
  let block: Element | null = null;
  for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null) {
    const parent = node.parentElement;
    if (!parent || !range.intersectsNode(node) || node.data.trim() === "" || !isSaid(parent)) continue;
    const words = node.data.replace(/\s+/g, " ");
    const inBlock = parent.closest(BLOCK);
    if (inBlock === block && lines.length > 0) lines[lines.length - 1] += words;
    else lines.push(words);
    block = inBlock;
  }
  return lines.map((line) => line.trim()).join("\n");
}

/** Returns the label of a field as far as the page gives one. */
export function fieldName(field: WritingField): string {
  const labels = "labels" in field ? [...((field as HTMLInputElement).labels ?? [])] : [];
  const said = [
    field.getAttribute("aria-label"),
    field.getAttribute("placeholder") ?? field.getAttribute("aria-placeholder"),
    ...labels.map((label) => label.textContent),
  ];
  const name = said.find((one) => one && one.trim() !== "") ?? "";
  return name.replace(/\s+/g, " ").trim().slice(0, 80);
}
