import type { Image } from "@ensemble/contract/wire";

/** Images that a gallery shows. */
export interface ImageFilter {
  q: string;
  boardId: string | null;
  starred: boolean;
  deleted: boolean;
}

export const ALL_IMAGES: ImageFilter = { q: "", boardId: null, starred: false, deleted: false };

/** True if an image stays in a list after it was changed; words are left to the server. */
export const fitsFilter = (image: Image, { boardId, starred, deleted }: ImageFilter): boolean =>
  (image.deleted_at !== null) === deleted &&
  (boardId === null || image.board_id === boardId) &&
  (!starred || image.starred);

interface Page {
  items: Image[];
  next_cursor?: string | null;
}

/**
 * Puts the first page as it is now over the pages as they were. What is newer than its last image and no
 * longer on it is gone; pages below stay as they are.
 */
export function mergeFirstPage<One extends Page>(pages: readonly One[], first: One): One[] {
  const last = first.items.at(-1);
  // All there is.
  if (!first.next_cursor || !last) return [first];
  const current = new Set(first.items.map(({ id }) => id));
  const [, ...rest] = pages;
  const isBelow = ({ id, created_at }: Image) => !current.has(id) && created_at <= last.created_at;
  const overflow = pages[0]?.items.filter(isBelow) ?? [];
  const below = rest.map((page) => ({ ...page, items: page.items.filter(isBelow) }));
  if (below.length === 0) return [first];
  const [next, ...others] = below;
  return next ? [first, { ...next, items: [...overflow, ...next.items] }, ...others] : [first];
}

/** Columns and row height of a grid of squares. */
export interface Grid {
  columns: number;
  /** Including the gap below. */
  rowHeight: number;
}

export const GAP = 8;
const CELL_MIN = 148;
const COLUMNS_MIN = 2;

/** Returns the grid for a width. */
export function gridFor(width: number): Grid {
  const columns = Math.max(COLUMNS_MIN, Math.floor((width + GAP) / (CELL_MIN + GAP)));
  const cell = Math.max(1, (width - GAP * (columns - 1)) / columns);
  return { columns, rowHeight: cell + GAP };
}

/** Returns the index to which a key moves the focus; null: it is another key. */
export function focusAfter(
  key: string,
  index: number,
  count: number,
  columns: number,
  rtl: boolean,
): number | null {
  const steps: Readonly<Record<string, number>> = {
    ArrowLeft: rtl ? 1 : -1,
    ArrowRight: rtl ? -1 : 1,
    ArrowUp: -columns,
    ArrowDown: columns,
    Home: -index,
    End: count - 1 - index,
  };
  const step = steps[key];
  if (step === undefined) return null;
  const next = index + step;
  return next < 0 || next >= count ? index : next;
}
