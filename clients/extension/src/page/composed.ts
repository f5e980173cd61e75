import { editorIn } from "./editor-frame";
import { isElement, nativeOf } from "./node-kinds";

/** Walks a page through its open shadow roots, as it is shown and not as it is nested. */

const parentNodeOf = nativeOf<Node | null>("parentNode");

/** Returns the parent of a node if it is an element. */
export const parentElementOf = nativeOf<Element | null>("parentElement");

/** Returns the nodes directly in a node. */
export const nodesIn = nativeOf<NodeListOf<ChildNode>>("childNodes");

/** Returns the parent of a node; for a shadow root's children, its host. */
export function parentAround(node: Node): Element | null {
  const parent = parentNodeOf(node);
  if (isElement(parent)) return parent;
  return (parent as ShadowRoot | null)?.host ?? null;
}

/** Returns the closest element that matches, through shadow roots. */
export function closestAround(node: Node, selector: string): Element | null {
  const start = isElement(node) ? node : parentAround(node);
  for (let up: Element | null = start; up; up = parentAround(up)) if (up.matches(selector)) return up;
  return null;
}

/** Returns the focused element, through open shadow roots and into editors in frames. */
export function focusedElement(page: Document): Element | null {
  let focused = page.activeElement;
  for (;;) {
    const inner: Element | null | undefined =
      focused?.shadowRoot?.activeElement ?? editorIn(focused)?.activeElement;
    if (!inner) return focused;
    focused = inner;
  }
}

/** Returns the element at a point of the window, through open shadow roots. */
export function elementAt(page: Document, x: number, y: number): Element | null {
  let found = page.elementFromPoint(x, y);
  while (found?.shadowRoot) {
    const inner = found.shadowRoot.elementFromPoint(x, y);
    if (!inner || inner === found) break;
    found = inner;
  }
  return found;
}
