/**
 * Tells kinds of nodes by what they are and not by their class: the nodes of a frame have classes of their own.
 */

const HTML = "http://www.w3.org/1999/xhtml";
const SVG = "http://www.w3.org/2000/svg";

/**
 * Returns a property of nodes as the browser defines it: a form has its fields as properties, and one may be
 * named `parentNode`.
 */
export function nativeOf<Value>(name: keyof Node): (node: Node) => Value {
  // The background shares rules about texts with pages, and has no nodes.
  const get = typeof Node === "undefined" ? null : Object.getOwnPropertyDescriptor(Node.prototype, name)?.get;
  return (node) => (get ? get.call(node) : node[name]) as Value;
}

const typeOf = nativeOf<number>("nodeType");

export const isElement = (node: Node | EventTarget | null | undefined): node is Element =>
  node != null && "nodeType" in node && typeOf(node) === 1;

export const isHtml = (node: Node | EventTarget | null | undefined): node is HTMLElement =>
  isElement(node) && node.namespaceURI === HTML;

/** Returns true for a part of a drawing. */
export const isSvg = (node: Node | EventTarget | null | undefined): node is SVGElement =>
  isElement(node) && node.namespaceURI === SVG;

export const isText = (node: Node): node is Text => typeOf(node) === 3;

/** Returns true for a field of one line. */
export const isLine = (node: Node | EventTarget | null): node is HTMLInputElement =>
  isHtml(node) && node.localName === "input";

/** Returns true for a field of many lines. */
export const isArea = (node: Node | EventTarget | null): node is HTMLTextAreaElement =>
  isHtml(node) && node.localName === "textarea";

/** Returns true for a page in which elements of ours can be drawn: a feed or a drawing makes others. */
export const takesHtml = (page: Document): boolean =>
  isHtml(page.documentElement) && isHtml(page.createElement("p"));
