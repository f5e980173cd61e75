import type { Steps } from "../slices";
import { nodesIn } from "./composed";
import { isHidden, NEVER } from "./marked-text";
import { hidesWords } from "./visibility";

/** Elements whose readings a reader of text does not need twice. */
const READINGS = "rt, rp";

/**
 * Copies what is seen of a page into a document of its own, in which nothing runs: through shadow roots, without
 * fields and without what is hidden.
 */
export function* copySeen(page: Document): Steps<Document> {
  const copy = page.implementation.createHTMLDocument(page.title);
  copy.documentElement.lang = page.documentElement?.lang ?? "";
  const root = page.body ?? page.documentElement;
  if (root) yield* copyContent(root, copy.body);
  return copy;
}

function* copyContent(from: Node, to: Element): Steps<void> {
  const isMute = from instanceof Element && hidesWords(from);
  for (const child of shownIn(from)) {
    if (child.nodeType === Node.TEXT_NODE || child.nodeType === Node.CDATA_SECTION_NODE) {
      if (!isMute) to.append(child.textContent ?? "");
      continue;
    }
    if (!(child instanceof Element)) continue;
    yield;
    if (child.matches(NEVER) || child.matches(READINGS) || isHidden(child)) continue;
    const copied = shallowCopy(child, to.ownerDocument);
    to.append(copied);
    yield* copyContent(child, copied);
  }
}

/** Returns the nodes shown in a node: a host shows its shadow root, and a slot what is put into it. */
function shownIn(node: Node): Iterable<Node> {
  if (node instanceof HTMLSlotElement) {
    const put = node.assignedNodes({ flatten: true });
    if (put.length > 0) return put;
  }
  return nodesIn(node instanceof Element && node.shadowRoot ? node.shadowRoot : node);
}

/** Copies an element without its content into a document in which no custom element runs. */
function shallowCopy(element: Element, to: Document): Element {
  const { namespaceURI } = element;
  const isHtml = namespaceURI === "http://www.w3.org/1999/xhtml";
  const isFormula = namespaceURI === "http://www.w3.org/1998/Math/MathML";
  // Elements of other languages are blocks: each says something of its own.
  const copy = to.createElement(isHtml ? element.localName : isFormula ? "span" : "div");
  for (const name of isHtml ? element.getAttributeNames() : [])
    if (!name.startsWith("on")) copy.setAttribute(name, element.getAttribute(name) ?? "");
  return copy;
}
