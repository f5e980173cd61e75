import { joinPieces, rectsOf } from "@ensemble/blocks/pdf/page-text";
import type { HighlightBox } from "@ensemble/contract/wire";

/** Part of a selection on one page. */
export interface SelectedPlace {
  page: number;
  quote: string;
  boxes: HighlightBox[];
}

interface Rect {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Returns the boxes of the selection in `place`, grouped by page. */
export function selectedPlaces(place: HTMLElement | null): SelectedPlace[] {
  const selection = getSelection();
  if (!place || !selection || selection.isCollapsed || selection.rangeCount === 0) return [];
  const range = selection.getRangeAt(0);
  const pages = [...place.querySelectorAll<HTMLElement>("[data-page]")];
  return pages.filter((page) => range.intersectsNode(page)).flatMap((page) => placeOn(page, range));
}

function placeOn(page: HTMLElement, range: Range): SelectedPlace[] {
  const elements = [...page.querySelectorAll<HTMLElement>(".pdf-text span")].filter(
    ({ firstChild }) => firstChild?.nodeType === Node.TEXT_NODE,
  );
  const joined = joinPieces(elements);
  const taken = joined.pieces.flatMap(({ start, element }) => {
    const node = element.firstChild;
    if (!node || !range.intersectsNode(node)) return [];
    const from = node === range.startContainer ? range.startOffset : 0;
    const to = node === range.endContainer ? range.endOffset : (node.textContent?.length ?? 0);
    return from < to ? [[start + from, start + to] as const] : [];
  });
  const [first, last] = [taken[0], taken.at(-1)];
  if (!first || !last) return [];
  const quote = joined.text.slice(first[0], last[1]).replace(/\s+/g, " ").trim();
  const boxes = linesOf(rectsOf(joined, [first[0], last[1]], page)).flatMap((line) =>
    fractionOf(line, page.clientWidth, page.clientHeight),
  );
  return quote === "" || boxes.length === 0 ? [] : [{ page: Number(page.dataset.page), quote, boxes }];
}

/** Joins text rectangles that are side by side into lines. */
export function linesOf(rects: readonly Rect[]): Rect[] {
  const lines: Rect[] = [];
  for (const { x, y, width, height } of rects) {
    if (width <= 0 || height <= 0) continue;
    const last = lines.at(-1);
    if (!last || !areSideBySide(last, { x, y, width, height })) {
      lines.push({ x, y, width, height });
      continue;
    }
    const [right, bottom] = [
      Math.max(last.x + last.width, x + width),
      Math.max(last.y + last.height, y + height),
    ];
    last.x = Math.min(last.x, x);
    last.y = Math.min(last.y, y);
    last.width = right - last.x;
    last.height = bottom - last.y;
  }
  return lines;
}

/** Returns true if two rectangles mostly overlap vertically and are at most a line height apart. */
function areSideBySide(one: Rect, other: Rect): boolean {
  const lower = Math.min(one.height, other.height);
  const shared = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
  const gap = Math.max(one.x, other.x) - Math.min(one.x + one.width, other.x + other.width);
  return shared > lower / 2 && gap <= Math.max(one.height, other.height);
}

/** Converts a part of a page to fractions; undefined if none of it is on the page. */
export function fractionOf(
  { x, y, width, height }: Rect,
  pageWidth: number,
  pageHeight: number,
): HighlightBox[] {
  const within = (length: number, whole: number) => Math.min(1, Math.max(0, length / whole));
  const [left, top] = [within(x, pageWidth), within(y, pageHeight)];
  const box = {
    x: left,
    y: top,
    width: within(x + width, pageWidth) - left,
    height: within(y + height, pageHeight) - top,
  };
  return box.width > 0 && box.height > 0 ? [box] : [];
}
