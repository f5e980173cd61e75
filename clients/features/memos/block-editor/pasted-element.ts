import DOMPurify from "dompurify";

/** Returns pasted HTML as an element of no document, in which nothing runs and nothing is loaded. */
export function pastedElement(html: string): HTMLElement {
  const fragment = DOMPurify.sanitize(html, { RETURN_DOM_FRAGMENT: true, FORBID_TAGS: ["style"] });
  const element = fragment.ownerDocument.createElement("div");
  element.append(fragment);
  return element;
}
