/** A person's own order of the menu, and the items they moved under "More". Both are lists of item keys. */
export interface Arrangement {
  /** Empty: the product's order. */
  order: readonly string[];
  hidden: readonly string[];
}

/** The part of a menu item that decides its place. */
export interface ArrangedItem {
  key: string;
  /** Default place, smallest first. */
  order: number;
}

export const DEFAULT_ARRANGEMENT: Arrangement = { order: [], hidden: [] };

/** Default places at which a new section of the menu begins: read and search, write, create, library. */
const SECTION_STARTS = [40, 60, 80, 120];

const sectionOf = ({ order }: ArrangedItem) => SECTION_STARTS.filter((start) => start <= order).length;

/** True if an item begins a section, which is set apart from the item before it. */
export const beginsSection = (before: ArrangedItem | undefined, item: ArrangedItem): boolean =>
  before !== undefined && sectionOf(before) !== sectionOf(item);

/** Sorts items into a person's order. Items they have not placed yet follow their default predecessor. */
export function sortItems<Item extends ArrangedItem>(items: readonly Item[], { order }: Arrangement): Item[] {
  const byDefault = items.toSorted((a, b) => a.order - b.order);
  const placed = order.flatMap((key) => byDefault.find((item) => item.key === key) ?? []);
  byDefault.forEach((item, at) => {
    if (placed.includes(item)) return;
    const before = byDefault[at - 1];
    placed.splice(before ? placed.indexOf(before) + 1 : 0, 0, item);
  });
  return placed;
}

/** Splits items into the menu and "More". The current item is always in the menu. */
export function arrange<Item extends ArrangedItem>(
  items: readonly Item[],
  arrangement: Arrangement,
  currentKey: string | undefined,
): { shown: Item[]; more: Item[] } {
  const sorted = sortItems(items, arrangement);
  const isMore = ({ key }: Item) => arrangement.hidden.includes(key) && key !== currentKey;
  return { shown: sorted.filter((item) => !isMore(item)), more: sorted.filter(isMore) };
}

/** Moves an item to another place in the order. */
export function moveItem<Item extends ArrangedItem>(
  items: readonly Item[],
  arrangement: Arrangement,
  key: string,
  to: number,
): Arrangement {
  const keys = sortItems(items, arrangement).map((item) => item.key);
  const rest = keys.filter((one) => one !== key);
  rest.splice(Math.max(0, Math.min(to, rest.length)), 0, key);
  return { ...arrangement, order: rest };
}

/** Shows an item in the menu, or moves it under "More". */
export const showItem = (arrangement: Arrangement, key: string, shown: boolean): Arrangement => ({
  ...arrangement,
  hidden: shown
    ? arrangement.hidden.filter((one) => one !== key)
    : [...new Set([...arrangement.hidden, key])],
});

/** Reads a stored arrangement; anything unreadable is the default one. */
export function readArrangement(stored: string | null): Arrangement {
  try {
    const { order, hidden } = JSON.parse(stored ?? "{}") as Partial<Record<keyof Arrangement, unknown>>;
    return { order: keysOf(order), hidden: keysOf(hidden) };
  } catch {
    return DEFAULT_ARRANGEMENT;
  }
}

const keysOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === "string") : [];
