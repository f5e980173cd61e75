import type { NavigationItem } from "@ensemble/blocks/area/area";
import type { Session } from "@ensemble/contract/wire";
import { AREAS as ALL } from "../areas";

/** Entries of all areas, in the product's order. */
export const ENTRIES: readonly NavigationItem[] = ALL.flatMap(({ navigation }) => navigation ?? []).sort(
  (a, b) => a.order - b.order,
);

const ROUTES = ALL.flatMap(({ name, navigation, navigationOf, routes = [] }) =>
  routes.map(({ path, layout }) => ({
    start: startOf(path),
    layout,
    area: navigationOf ?? name,
    navigation,
  })),
);

/** Returns the part of a path before its first parameter. */
function startOf(path: string): string {
  const at = path.search(/\/(?:\$|\{)/);
  return at < 0 ? path : path.slice(0, at);
}

const ITEM_OF_AREA = new Map(ALL.map(({ name, navigation }) => [name, navigation]));

const isWithin = (path: string, start: string) =>
  path === start ||
  path.startsWith(`${start}/`) ||
  path.startsWith(`${start}?`) ||
  path.startsWith(`${start}#`);

/** True if an address is one of the settings. */
export const isSettings = (path: string): boolean =>
  ROUTES.some(
    ({ start, layout }) => (layout === "settings" || layout === "operator") && isWithin(path, start),
  );

/** Returns the entry that leads to where somebody is; undefined in the settings. The chat has all that no other area has. */
export function itemAt(path: string): NavigationItem | undefined {
  if (isSettings(path)) return undefined;
  const chat = ITEM_OF_AREA.get("chat");
  const route = ROUTES.find(
    ({ start, layout, area }) => layout === "app" && area !== "chat" && isWithin(path, start),
  );
  return route ? ITEM_OF_AREA.get(route.area) : chat;
}

/** Returns the entries that a person sees. Simple mode leaves out what is not needed, but never the current one. */
export function entriesFor(session: Session, path: string, simple: boolean): readonly NavigationItem[] {
  const current = itemAt(path);
  return ENTRIES.filter(
    (entry) => (entry.when?.(session) ?? true) && (!simple || entry.simple || entry === current),
  );
}
