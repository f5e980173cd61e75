import { closestAround, focusedElement } from "./composed";

/** Tag of our elements over a page. */
export const LAYER_NAME = "ensemble-layer";

/** Fullscreen elements that can have something in them. */
const FULLSCREEN = ":fullscreen:not(video, img, canvas, iframe, html)";

/**
 * Selectors of what a page shows above itself, with what tells that the browser knows them. Elements outside
 * of it cannot be clicked or focused.
 */
const ABOVE = [
  ["dialog:modal", "dialog:modal"],
  ["[popover]:popover-open", "[popover]:popover-open"],
  [FULLSCREEN, ":fullscreen"],
  ["[role=dialog], [role=alertdialog], [aria-modal=true]", "*"],
] as const;

/**
 * Returns the element into which something over a page goes: the dialog, popover or fullscreen element around
 * `start` or the focus, through shadow roots; else the page itself.
 */
export function overlayParent(page: Document, start: Node | null = focusedElement(page)): Element {
  const known = ABOVE.filter(([, probe]) => isKnown(probe)).map(([selector]) => selector);
  const around = start && known.length > 0 ? closestAround(start, known.join(", ")) : null;
  if (around) return around;
  const [last] = known
    .filter((selector) => selector === ABOVE[0][0] || selector === FULLSCREEN)
    .map((selector) => [...page.querySelectorAll(selector)].at(-1))
    .filter((found) => found !== undefined);
  return last ?? page.documentElement;
}

/** Returns true if the browser knows a selector: older ones know no popovers. */
const isKnown = (selector: string): boolean => globalThis.CSS?.supports?.(`selector(${selector})`) ?? false;

/** Shows an element above all others of a page, in the top layer where there is one. */
export function raise(host: HTMLElement, parent: Element): void {
  if (host.parentNode !== parent) parent.append(host);
  if (host.popover === null || !host.showPopover) return;
  // The last to be shown is the uppermost.
  if (host.matches(":popover-open")) host.hidePopover();
  host.showPopover();
}

/** Returns the factor by which a page draws itself larger: a layer over it is not. */
export function zoomOf(page: Document): number {
  const { currentCSSZoom } = page.documentElement as { currentCSSZoom?: number };
  return currentCSSZoom && currentCSSZoom > 0 ? currentCSSZoom : 1;
}
