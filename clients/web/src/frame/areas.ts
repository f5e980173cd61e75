import type { NavigationItem } from "@ensemble/blocks/area/area";
import { AREAS as ALL } from "../areas";

type MainItem = Extract<NavigationItem, { group: "main" }>;
type ToolItem = Extract<NavigationItem, { group: "tools" }>;

const ITEMS = ALL.flatMap(({ navigation }) => navigation ?? []).sort((a, b) => a.order - b.order);

/** Entries of the product's areas. The rail shows them all; a phone's tabs show some, and "More" the others. */
export const AREAS: readonly MainItem[] = ITEMS.filter((item) => item.group === "main");

/** Entries of tools, below those of the areas. */
export const TOOLS: readonly ToolItem[] = ITEMS.filter((item) => item.group === "tools");

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

/** Returns the area somebody is in; undefined in the settings and at a tool. */
export const areaAt = (path: string): MainItem | undefined => {
  const item = itemAt(path);
  return item?.group === "main" ? item : undefined;
};

/** Returns the areas that are shown. Simple mode leaves out what is not needed, but never where somebody is. */
export const areasFor = (path: string, simple: boolean): readonly MainItem[] =>
  simple ? AREAS.filter((area) => area.simple || area === areaAt(path)) : AREAS;

/** True if somebody is at a tool. */
export const isAt = (tool: ToolItem, path: string): boolean => itemAt(path) === tool;
