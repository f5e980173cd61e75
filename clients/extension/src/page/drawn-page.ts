import { isSvg } from "./node-kinds";

/** Parts of drawings that hold a part of a page (`foreignObject`), as it is seen. */

/** Parts of a drawing that show what is in them. */
const AROUND = /^(svg|g|a|switch)$/;

/** Returns true for a part of a drawing with nothing of a page in it: shapes, labels and what they refer to. */
export const isDrawingAlone = (element: Element): boolean => isSvg(element) && pagesIn(element).length === 0;

/** Returns true for a part of a drawing whose own words are not shown: only those of a page in it are. */
export const isDrawingAround = (node: Node): boolean => isSvg(node) && AROUND.test(node.localName);

/** Returns the parts of a page in a part of a drawing, itself if it is one; none where nothing in it is shown. */
export function pagesIn(element: Element): Element[] {
  if (element.localName === "foreignObject") return [element];
  return AROUND.test(element.localName) ? [...element.querySelectorAll("foreignObject")] : [];
}
