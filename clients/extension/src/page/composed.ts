/** Walks a page through its open shadow roots, as it is shown and not as it is nested. */

/** Returns the parent of a node; for a shadow root's children, its host. */
export function parentAround(node: Node): Element | null {
  if (node.parentElement) return node.parentElement;
  const parent = node.parentNode;
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
