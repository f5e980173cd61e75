import type { Steps } from "../slices";
import { nodesIn } from "./composed";
import { isDrawingAlone, isDrawingAround } from "./drawn-page";
import { type Ground, groundOfPage, groundOn, isOnItsColor } from "./ground";
import { isHidden, NEVER } from "./marked-text";
import { isElement, isHtml, isSvg, takesHtml } from "./node-kinds";
import { contentOf, isContentFrame } from "./page-frames";
import { hidesWords } from "./visibility";

/**
 * Writes what is seen of a page as one text, and makes a document of that text elsewhere. A page of 22,000
 * elements that is copied into a document of its own makes the browser collect garbage for 80 ms.
 */

/** Characters that no page shows: they begin an element, its attributes and its words, and end it. */
const [BEGIN, END, NAME, VALUE, WORDS] = ["\u0001", "\u0002", "\u0003", "\u0004", "\u0005"];
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters above.
const OURS = /[\u0001-\u0005]/g;

/** Elements whose readings a reader of text does not need twice. */
const READINGS = "rt, rp";

/** Attributes by which the main content of a page is told from what is around it. */
const TELLING = "aria-hidden aria-modal class dir href id inert itemprop lang property rel role".split(" ");

/** Length after which a page is cut: its text would not fit into a message of the browser. */
const TREE_MAX_CHARS = 15_000_000;

/**
 * Writes what is seen of a page, or of a selection in it, through shadow roots and frames with content of the page, without
 * fields and without what is hidden. Nothing is written behind the length that a message can have.
 */
export function* treeOfSeen(page: Document, within: Range | null = null): Steps<string> {
  const root = page.body ?? page.documentElement;
  // A document that is a drawing has nothing else to read.
  const hasHtml = takesHtml(page);
  const isLeftOut = (element: Element) =>
    hasHtml && isSvg(element) ? isDrawingAlone(element) : element.matches(NEVER);
  const written: string[] = [];
  let length = 0;
  const write = (part: string) => {
    length += part.length;
    written.push(part);
  };
  // A selection around a shadow root has all of it, and does not know what is in it.
  const isOutside = (node: Node) =>
    within !== null && node.getRootNode() === page && !within.intersectsNode(node);
  function* content(from: Node, around: Ground, isUnseen: IsUnseen | null): Steps<void> {
    const style = isElement(from) && !isUnseen ? getComputedStyle(from) : null;
    const ground = style ? groundOn(around, style) : around;
    let isMute: boolean | null = hasHtml && isDrawingAround(from) ? true : null;
    for (const child of shownIn(from)) {
      if (length > TREE_MAX_CHARS) return;
      if (isOutside(child)) continue;
      if (child.nodeType === Node.TEXT_NODE || child.nodeType === Node.CDATA_SECTION_NODE) {
        const words = wordsIn(child, within);
        // Styles are looked at for words alone: most elements have none of their own.
        if (words.trim() !== "") isMute ??= style !== null && hides(from as Element, style, ground);
        if (!isMute) write(WORDS + words.replace(OURS, ""));
        continue;
      }
      if (!isElement(child)) continue;
      yield;
      if (isContentFrame(child) && !isHidden(child)) {
        yield* frame(child);
        continue;
      }
      if (isLeftOut(child) || child.matches(READINGS) || (isUnseen ?? isHidden)(child)) continue;
      write(beginningOf(child));
      yield* content(child, ground, isUnseen);
      write(END);
    }
  }
  function* frame(element: HTMLIFrameElement): Steps<void> {
    const { body, isUnseen } = contentOf(element);
    write(`${BEGIN}div`);
    yield* content(body, isUnseen ? null : groundOfPage(body.ownerDocument), isUnseen);
    write(END);
  }
  if (root) yield* content(root, groundOfPage(page), null);
  return written.join("");
}

type IsUnseen = (element: Element) => boolean;

const hides = (element: Element, style: CSSStyleDeclaration, ground: Ground): boolean =>
  hidesWords(element, style) || isOnItsColor(element, style, ground);

/** Returns the words of a text, as far as they are selected. */
function wordsIn(text: Node, within: Range | null): string {
  const words = text.nodeValue ?? "";
  const end = within?.endContainer === text ? within.endOffset : words.length;
  return words.slice(within?.startContainer === text ? within.startOffset : 0, end);
}

/** Returns the nodes shown in a node: a host shows its shadow root, and a slot what is put into it. */
function shownIn(node: Node): Iterable<Node> {
  if (isHtml(node) && node.localName === "slot") {
    const put = (node as HTMLSlotElement).assignedNodes({ flatten: true });
    if (put.length > 0) return put;
  }
  return nodesIn(isElement(node) && node.shadowRoot ? node.shadowRoot : node);
}

function beginningOf(element: Element): string {
  let beginning = BEGIN + nameOf(element);
  if (!element.hasAttributes()) return beginning;
  for (const name of TELLING) {
    const value = element.getAttribute(name);
    if (value !== null) beginning += NAME + name + VALUE + value.replace(OURS, "");
  }
  return beginning;
}

/** Returns the name of the element that stands for another one: no custom element, and none of other languages. */
function nameOf({ namespaceURI, localName }: Element): string {
  if (namespaceURI === "http://www.w3.org/1998/Math/MathML") return "span";
  // Elements of other languages are blocks: each says something of its own.
  if (namespaceURI !== "http://www.w3.org/1999/xhtml") return "div";
  return /^[a-z][a-z0-9]*$/.test(localName) ? localName : "span";
}

/** Makes a document of what was written of a page. Nothing runs in it, and nothing is loaded. */
export function* documentOf(tree: string, { title, lang }: { title: string; lang: string }): Steps<Document> {
  const page = document.implementation.createHTMLDocument(title);
  page.documentElement.lang = lang;
  let at: Element = page.body;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters above.
  for (const [, mark, rest = ""] of tree.matchAll(/([\u0001\u0002\u0005])([^\u0001\u0002\u0005]*)/g)) {
    yield;
    if (mark === WORDS) at.append(rest);
    else if (mark === END) at = at.parentElement ?? page.body;
    else {
      const [name = "", ...attributes] = rest.split(NAME);
      const element = page.createElement(name);
      for (const attribute of attributes) {
        const [key = "", value = ""] = attribute.split(VALUE);
        element.setAttribute(key, value);
      }
      at.append(element);
      at = element;
    }
  }
  return page;
}
