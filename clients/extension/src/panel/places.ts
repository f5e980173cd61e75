import { matchRoute } from "@ensemble/blocks/area/match-route";
import type { AreaRoute } from "@ensemble/blocks/area/route";
import type { TextArea } from "@ensemble/i18n/text";
import { AREAS } from "./areas";

/** A page of an area, as the panel knows it. */
export interface PanelRoute extends AreaRoute {
  area: string;
  texts: readonly TextArea[];
}

export type Place =
  | { kind: "page"; route: PanelRoute; props: Record<string, string> }
  | { kind: "chats" }
  | { kind: "settings"; panel?: string };

export const ROUTES: readonly PanelRoute[] = AREAS.flatMap(({ name, texts = [], routes = [] }) =>
  routes.map((route) => ({ texts, ...route, area: name })),
);

/** Path of the panel's own settings. Not an address of the web. */
export const PANEL_SETTINGS = "/panel/settings";

/** Returns what a path of the product is in the panel; null: it is a page of the web, which opens in a tab. */
export function placeOf(path: string): Place | null {
  const { pathname } = new URL(path, "https://panel.invalid");
  if (pathname === "/home") return { kind: "chats" };
  if (pathname === PANEL_SETTINGS) return { kind: "settings" };
  const panel = /^\/panel\/settings\/([a-z-]+)$/.exec(pathname)?.[1];
  if (panel) return { kind: "settings", panel };
  for (const route of ROUTES) {
    const props = matchRoute(route, path);
    if (props) return { kind: "page", route, props };
  }
  return null;
}
