/** Place of the pen at a field, in pixels of the window. */
export interface Place {
  x: number;
  y: number;
}

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

export const SIZE_PX = 28;
const EDGE_PX = 6;
/** Number of places beside each other that are tried, such as for a row of buttons. */
const STEPS = 4;

/**
 * Returns the first free place at a field: at the line end, where texts end, then toward the line start, then
 * at the upper edge, and last outside of it. `isTaken` tells whether something of the page is there.
 */
export function penPlace(
  field: Box,
  view: { height: number; width: number },
  isRtl: boolean,
  isTaken: (place: Place) => boolean,
): Place {
  const height = field.bottom - field.top;
  const isLow = height < 2 * SIZE_PX;
  const bottom = isLow
    ? field.top + (height - SIZE_PX) / 2
    : Math.min(field.bottom, view.height) - SIZE_PX - EDGE_PX;
  const xs = Array.from({ length: STEPS }, (_, step) => {
    const inset = EDGE_PX + step * (SIZE_PX + EDGE_PX);
    return isRtl ? field.left + inset : field.right - SIZE_PX - inset;
  }).filter((x) => x >= field.left && x + SIZE_PX <= field.right);
  const ys = isLow ? [bottom] : [bottom, Math.max(field.top, 0) + EDGE_PX];
  const inside = ys.flatMap((y) => xs.map((x) => ({ x, y })));
  const outside = [
    { x: isRtl ? field.left - SIZE_PX - EDGE_PX : field.right + EDGE_PX, y: bottom },
    { x: isRtl ? field.left : field.right - SIZE_PX, y: field.bottom + EDGE_PX },
    { x: isRtl ? field.left : field.right - SIZE_PX, y: field.top - SIZE_PX - EDGE_PX },
  ].filter(({ x, y }) => x >= 0 && x + SIZE_PX <= view.width && y >= 0 && y + SIZE_PX <= view.height);
  const first = { x: isRtl ? field.left + EDGE_PX : field.right - SIZE_PX - EDGE_PX, y: bottom };
  return [...inside, ...outside].find((place) => !isTaken(place)) ?? first;
}

/** Selector of what a person presses or writes in. */
const USED =
  "button, a[href], input, select, textarea, summary, label, [role=button], [role=link], [role=menuitem], [role=switch], [role=checkbox], [onclick], [tabindex]:not([tabindex='-1'])";

/** Returns true if something that a person uses is at a place above or beside the field. */
export function isUsed(field: Element, { x, y }: Place): boolean {
  const root = field.getRootNode() as Document | ShadowRoot;
  const points = [3, SIZE_PX / 2, SIZE_PX - 3].flatMap((dx) =>
    [3, SIZE_PX - 3].map((dy) => [x + dx, y + dy] as const),
  );
  return points.some(([px, py]) => {
    const [top] = (root.elementsFromPoint?.(px, py) ?? []).filter(
      ({ localName }) => localName !== "ensemble-layer",
    );
    if (!top || top === field || field.contains(top) || top.contains(field)) return false;
    return top.closest(USED) !== null && !top.closest(USED)?.contains(field);
  });
}
