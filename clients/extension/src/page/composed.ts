/** Walks a page through its open shadow roots, as it is shown and not as it is nested. */

/**
 * Returns a property of nodes as the browser defines it: a form has its fields as properties, and one may be
 * named `parentNode`.
 */
function nativeOf<Value>(name: keyof Node): (node: Node) => Value {
  // The background shares rules about texts with pages, and has no nodes.
  const get = typeof Node === "undefined" ? null : Object.getOwnPropertyDescriptor(Node.prototype, name)?.get;
  return (node) => (get ? get.call(node) : node[name]) as Value;
}

const parentNodeOf = nativeOf<Node | null>("parentNode");

/** Returns the parent of a node if it is an element. */
export const parentElementOf = nativeOf<Element | null>("parentElement");

/** Returns the nodes directly in a node. */
export const nodesIn = nativeOf<NodeListOf<ChildNode>>("childNodes");

/** Returns the parent of a node; for a shadow root's children, its host. */
export function parentAround(node: Node): Element | null {
  const parent = parentNodeOf(node);
  if (parent instanceof Element) return parent;
  return typeof ShadowRoot !== "undefined" && parent instanceof ShadowRoot ? parent.host : null;
}

/** Returns the closest element that matches, through shadow roots. */
export function closestAround(node: Node, selector: string): Element | null {
  const start = node instanceof Element ? node : parentAround(node);
  for (let up: Element | null = start; up; up = parentAround(up)) if (up.matches(selector)) return up;
  return null;
}

/** Returns the focused element, through open shadow roots. */
export function focusedElement(page: Document): Element | null {
  let focused = page.activeElement;
  while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement;
  return focused;
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
