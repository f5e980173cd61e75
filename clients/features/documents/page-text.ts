import type { Stretch } from "./find-passage";

/** The text of a page as it stands over the page, each piece with the element that holds it. */
export interface PageText {
  text: string;
  pieces: readonly { start: number; element: HTMLElement }[];
}

/** Joins what pdf.js found: it ends lines by `br`, and leaves out the space between pieces that stand apart. */
export function joinPieces(elements: readonly HTMLElement[]): PageText {
  let text = "";
  const pieces = elements.map((element) => {
    if (text !== "" && !/\s$/.test(text))
      text += element.previousElementSibling?.tagName === "BR" ? "\n" : " ";
    const start = text.length;
    text += element.textContent ?? "";
    return { start, element };
  });
  return { text, pieces };
}

/** Where a stretch of a page's text is drawn, relative to `page`. */
export function rectsOf({ pieces }: PageText, [start, end]: Stretch, page: HTMLElement): DOMRect[] {
  const origin = page.getBoundingClientRect();
  return pieces.flatMap(({ start: begins, element }) => {
    const node = element.firstChild;
    const length = element.textContent?.length ?? 0;
    const from = Math.max(0, start - begins);
    const to = Math.min(length, end - begins);
    if (!node || node.nodeType !== Node.TEXT_NODE || from >= to) return [];
    const range = document.createRange();
    range.setStart(node, from);
    range.setEnd(node, to);
    return [...range.getClientRects()].map(
      ({ x, y, width, height }) => new DOMRect(x - origin.x, y - origin.y, width, height),
    );
  });
}
