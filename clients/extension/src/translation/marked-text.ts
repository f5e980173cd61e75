import { type PageNodes, tagOf } from "./page-nodes";
import type { Run } from "./units";

/** Paragraph as sent to a model: `Read <1>the manual</1> of <2/>`, with the elements of its placeholders. */
export interface Marked {
  text: string;
  /** Elements by placeholder number, from 1. */
  slots: readonly Slot[];
  /** Elements around all of the text, outermost first; they need no placeholder. */
  around: readonly Element[];
  /** Placeholders that come again in a later part of a long paragraph. */
  again?: ReadonlySet<number>;
}

export interface Slot {
  /** Element of the page, or words that look like a placeholder. */
  element: Element | Text;
  /** True if the element is copied unchanged with its content. */
  whole: boolean;
}

/** Matches `<1>`, `</1>`, `<1/>`, as on the server. */
const MARK = /<(\/?)(\d{1,3})(\/?)>/g;

/** Converts a paragraph to text with placeholders. */
export function markedText(run: Run, kinds: PageNodes): Marked {
  const { nodes, around } = unwrap(run.nodes, kinds);
  const slots: Slot[] = [];
  const text = write(nodes, kinds, slots)
    .replace(/[ \t]*\n[ \t]*/g, "\n")
    .replace(/ {2,}/g, " ")
    .trim();
  return { text, slots, around };
}

/** Unwraps elements around the whole paragraph, such as the link of a headline. */
function unwrap(nodes: readonly Node[], kinds: PageNodes): { nodes: readonly Node[]; around: Element[] } {
  const around: Element[] = [];
  let inner = nodes;
  while (inner.length === 1) {
    const [only] = inner;
    if (!(only instanceof Element) || tagOf(only) === "BR" || kinds.kindOf(only) !== "inline") break;
    if (!isWrapper(only)) around.push(only);
    inner = [...only.childNodes].filter(
      (node) => node.nodeType === Node.TEXT_NODE || node instanceof Element,
    );
    const said = inner.filter((node) => (node.textContent ?? "").trim() !== "" || isKept(node, kinds));
    if (said.length === 1) inner = said;
  }
  return { nodes: inner, around };
}

const isKept = (node: Node, kinds: PageNodes): boolean =>
  node instanceof Element && kinds.kindOf(node) === "keep";

function write(nodes: Iterable<Node>, kinds: PageNodes, slots: Slot[]): string {
  let text = "";
  for (const node of nodes) {
    if (node.nodeType === Node.TEXT_NODE) text += isMute(node, kinds) ? "" : literal(spaced(node), slots);
    else if (node instanceof Element) text += writeElement(node, kinds, slots);
  }
  return text;
}

const isMute = ({ parentNode }: Node, kinds: PageNodes): boolean =>
  parentNode !== null && kinds.isMute(parentNode);

/** Elements that a translation does without: the readings of words, and the button that is a heading. */
const isWrapper = (element: Element): boolean => /^(RUBY|RB|RBC|BUTTON)$/.test(tagOf(element));

/** Puts placeholders for words of the page that look like one. */
function literal(text: string, slots: Slot[]): string {
  return text.replace(MARK, (words) => {
    slots.push({ element: document.createTextNode(words), whole: true });
    return `<${slots.length}/>`;
  });
}

/** Returns a node's visible white space: some pages preserve line breaks. */
function spaced(node: Node): string {
  const text = node.textContent ?? "";
  const { parentElement } = node;
  const keepsLines =
    text.includes("\n") && parentElement && /^pre/.test(getComputedStyle(parentElement).whiteSpace);
  return keepsLines ? text.replace(/[^\S\n]+/g, " ").replace(/\n\s*/g, "\n") : text.replace(/\s+/g, " ");
}

function writeElement(element: Element, kinds: PageNodes, slots: Slot[]): string {
  if (tagOf(element) === "BR") return "\n";
  const kind = kinds.kindOf(element);
  if (kind === "skip" && /^R(T|P|TC)$/.test(tagOf(element))) return "";
  if (kind === "skip" || kind === "apart" || kind === "block") return " ";
  if (isWrapper(element)) return write(element.childNodes, kinds, slots);
  slots.push({ element, whole: kind === "keep" });
  const number = slots.length;
  if (kind === "keep") return `<${number}/>`;
  const inner = write(element.childNodes, kinds, slots);
  if (inner.trim() !== "" || slots.length > number) return `<${number}>${inner}</${number}>`;
  // An anchor or an icon drawn by a style has no text.
  slots.length = number - 1;
  return inner === "" ? "" : " ";
}

/** Returns the text without placeholders. */
export const plainText = (text: string): string => text.replaceAll(MARK, "").replace(/ {2,}/g, " ").trim();

const NUMBER_MAX = 999;

/**
 * Returns true if the placeholders cannot be confused with the page's own text. Otherwise the paragraph is
 * skipped.
 */
export const isMarkedWell = ({ text, slots }: Marked): boolean =>
  slots.length <= NUMBER_MAX &&
  [...text.matchAll(MARK)].length === slots.reduce((sum, { whole }) => sum + (whole ? 1 : 2), 0);

/**
 * Converts the translation to nodes with copies of the page's links and code. Null if the placeholders are
 * not complete, unique and nested.
 */
export function readTranslation(
  marked: Marked,
  translation: string,
  page: Document,
): DocumentFragment | null {
  const whole = page.createDocumentFragment();
  let inner: ParentNode & Node = whole;
  for (const element of marked.around) {
    const copy = copyOf(element, false) as Element;
    inner.append(copy);
    inner = copy;
  }
  const open: { number: number; node: ParentNode & Node }[] = [{ number: 0, node: inner }];
  const seen = new Set<number>();
  let at = 0;
  for (const match of translation.matchAll(MARK)) {
    const top = open[open.length - 1];
    const [mark, closing, digits, whole] = match;
    const number = Number(digits);
    const slot = marked.slots[number - 1];
    if (!top || !slot || (closing && whole)) return null;
    appendText(top.node, translation.slice(at, match.index), page);
    at = match.index + mark.length;
    if (closing) {
      if (top.number !== number) return null;
      open.pop();
      continue;
    }
    if ((seen.has(number) && !marked.again?.has(number)) || slot.whole !== (whole === "/")) return null;
    seen.add(number);
    const copy = copyOf(slot.element, slot.whole);
    top.node.append(copy);
    if (!slot.whole) open.push({ number, node: copy as Element });
  }
  if (open.length !== 1 || seen.size !== marked.slots.length) return null;
  appendText(inner, translation.slice(at), page);
  return whole;
}

function appendText(parent: ParentNode & Node, text: string, page: Document): void {
  const [first = "", ...rest] = text.split("\n");
  if (first !== "") parent.append(first);
  for (const line of rest) {
    parent.append(page.createElement("br"));
    if (line !== "") parent.append(line);
  }
}

/** Attributes that a copy keeps: what it looks like and where it leads, and nothing that a script looks for. */
const COPIED =
  /^(class|style|href|target|rel|title|lang|dir|src|srcset|sizes|alt|width|height|role|aria-(?!controls|owns|labelledby|describedby|live).*|hreflang|cite|datetime|decoding|referrerpolicy|data-v-.*)$/;

/** Elements that do something as soon as they are there. */
const ACTIVE = "script, style, link, iframe, object, embed, video, audio, form, input, textarea, select";

/** Copies a node for a translation: scripts do not find the copy, and nothing in it runs a second time. */
function copyOf(node: Element | Text, deep: boolean): Element | Text {
  if (!(node instanceof Element)) return node.cloneNode() as Text;
  const page = node.ownerDocument;
  if (!isHtml(node)) return copyDrawing(node, deep);
  const isCustom = (node.localName.includes("-") && !/^mjx-/.test(node.localName)) || node.hasAttribute("is");
  const copy = page.createElement(isCustom || node.localName === "button" ? "span" : node.localName);
  for (const name of node.getAttributeNames())
    if (COPIED.test(name)) copy.setAttribute(name, node.getAttribute(name) ?? "");
  if (!deep) return copy;
  for (const child of node.childNodes) {
    if (child instanceof Text) copy.append(child.cloneNode());
    else if (child instanceof Element && !child.matches(ACTIVE)) copy.append(copyOf(child, true));
  }
  return copy;
}

const isHtml = ({ namespaceURI }: Element): boolean => namespaceURI === "http://www.w3.org/1999/xhtml";

/** Copies a drawing or a formula as it is, without ids and handlers. */
function copyDrawing(element: Element, deep: boolean): Element {
  const copy = element.cloneNode(deep) as Element;
  for (const script of copy.querySelectorAll("script, foreignObject")) script.remove();
  for (const one of [copy, ...copy.querySelectorAll("*")])
    for (const name of one.getAttributeNames())
      if (name === "id" || name === "name" || name.startsWith("on")) one.removeAttribute(name);
  return copy;
}
