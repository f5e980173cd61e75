import { PANEL_GROUPS, type SettingsPanel } from "@ensemble/blocks/area/area";
import type { Session } from "@ensemble/contract/wire";
import { AREAS } from "../areas";

export interface Panel extends SettingsPanel {
  operator: boolean;
}

const ROUTES = AREAS.flatMap(({ routes = [] }) => routes);
const OPERATOR_PATHS = new Set(ROUTES.filter(({ layout }) => layout === "operator").map(({ path }) => path));
/** Panels by the addresses that show them; `/settings` alone shows the general one. */
const PANEL_AT = new Map(ROUTES.map(({ path, panel }) => [path, panel ?? path]));

let loaded: readonly Panel[] = [];

/** Loads the settings panels of all areas. Whoever shows them waits for it. */
export async function loadPanels(): Promise<void> {
  const panels = await Promise.all(AREAS.map((area) => area.panels?.() ?? []));
  if (loaded.length > 0) return;
  loaded = panels
    .flat()
    .sort((a, b) => a.order - b.order)
    .map((panel) => ({ ...panel, operator: OPERATOR_PATHS.has(panel.to) }));
}

/** Returns all settings panels in their order; none before `loadPanels` is done. */
export const allPanels = (): readonly Panel[] => loaded;

/** Returns the panels somebody sees on this server. */
export const panelsFor = (role: "operator" | "member", setup: Partial<Session["setup"]> = {}): Panel[] =>
  loaded.filter(
    ({ operator, when }) => (!operator || role === "operator") && (when === undefined || when(setup)),
  );

/** Returns panels by their groups, without empty ones. */
export const groupsOf = (panels: readonly Panel[]) =>
  PANEL_GROUPS.map((group) => ({ group, panels: panels.filter((panel) => panel.group === group) })).filter(
    (one) => one.panels.length > 0,
  );

/** Returns the panel an address shows. */
export const panelAt = (path: string): Panel | undefined => {
  const [pathname = ""] = path.split(/[?#]/);
  return loaded.find(({ to }) => to === (PANEL_AT.get(pathname) ?? pathname));
};
