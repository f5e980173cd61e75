import type { Stretch } from "./find-passage";

/** Text of a page's text layer, each piece with its element. */
export interface PageText {
  text: string;
  pieces: readonly { start: number; element: HTMLElement }[];
}

/**
 * Joins the text pieces of pdf.js, which ends lines with `br` and omits the space between separate pieces.
 */
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

/** Returns the text with its columns in sequence, for files that store them row by row. Null: no columns. */
function inColumns(page: PageText): PageText | null {
  const elements = page.pieces.map(({ element }) => element);
  const order = columnOrder(elements.map((element) => element.getBoundingClientRect()));
  if (!order) return null;
  let text = "";
  const pieces = order.flatMap((index) => {
    const element = elements[index];
    if (!element) return [];
    if (text !== "") text += "\n";
    const start = text.length;
    text += element.textContent ?? "";
    return [{ start, element }];
  });
  return { text, pieces };
}

interface Box {
  left: number;
  right: number;
  top: number;
}

/** Minimum number of pieces on each side of a column gap. */
const COLUMN_PIECES = 3;

/** Orders pieces with the ones left of an empty vertical strip first; null: no such strip. */
export function columnOrder(boxes: readonly Box[]): number[] | null {
  const left = Math.min(...boxes.map((box) => box.left));
  const right = Math.max(...boxes.map((box) => box.right));
  const crossed = (x: number) => boxes.filter((box) => box.left < x && box.right > x).length;
  // From the middle outwards, where gaps between columns mostly are.
  const places = [0, 1, -1, 2, -2, 3, -3].map((step) => left + ((right - left) * (10 + step)) / 20);
  const gap = places.reduce((best, x) => (crossed(x) < crossed(best) ? x : best), places[0] ?? 0);
  const sideOf = (box: Box) => (box.right <= gap ? 1 : box.left >= gap ? 2 : 0);
  const order = boxes.map((_, index) => index);
  const on = (side: number) => boxes.filter((box) => sideOf(box) === side).length;
  if (on(1) < COLUMN_PIECES || on(2) < COLUMN_PIECES || on(0) > boxes.length / 3) return null;
  // Text across both columns is mostly a heading. Pieces at the same height keep their order.
  return order.sort((one, other) => {
    const [a, b] = [boxes[one], boxes[other]];
    return a && b ? sideOf(a) - sideOf(b) || a.top - b.top : 0;
  });
}

/** Returns the possible reading orders of a page, stored order first. */
export function ordersOf(page: PageText): PageText[] {
  const columns = inColumns(page);
  return columns ? [page, columns] : [page];
}

/** Finds words in the first reading order that contains them. */
export function placeIn(
  orders: readonly PageText[],
  find: (text: string) => Stretch | null,
): { page: PageText; stretch: Stretch } | null {
  for (const page of orders) {
    const stretch = find(page.text);
    if (stretch) return { page, stretch };
  }
  return null;
}

/** Returns the rectangles of a range of a page's text, relative to `page`. */
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
