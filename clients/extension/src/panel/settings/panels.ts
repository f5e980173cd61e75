import type { ExtensionPanel } from "@ensemble/blocks/area/area";
import { loadTexts } from "@ensemble/i18n/text";
import {
  CircleUser,
  Keyboard,
  LifeBuoy,
  PanelRight,
  ShieldCheck,
  SlidersHorizontal,
  Sparkles,
  TextSearch,
  TextSelect,
} from "lucide-react";
import { type ComponentType, lazy } from "react";
import { AREAS } from "../areas";

export interface ShownPanel extends ExtensionPanel {
  Content: ComponentType;
}

/** The panel's own settings pages. Areas bring theirs. */
const OWN: readonly ExtensionPanel[] = [
  {
    id: "account",
    label: "settings_account",
    icon: CircleUser,
    order: 10,
    load: () => import("./AccountPanel").then((file) => file.AccountPanel),
  },
  {
    id: "general",
    label: "settings_general",
    icon: SlidersHorizontal,
    order: 20,
    load: () => import("./GeneralPanel").then((file) => file.GeneralPanel),
    texts: ["accounts"],
  },
  {
    id: "avatar",
    label: "settings_avatar",
    icon: Sparkles,
    order: 30,
    load: () => import("./AvatarPanel").then((file) => file.AvatarPanel),
    features: [{ id: "avatar", label: "settings_avatar" }],
  },
  {
    id: "sidebar",
    label: "settings_sidebar",
    icon: PanelRight,
    order: 40,
    load: () => import("./SidebarPanel").then((file) => file.SidebarPanel),
  },
  {
    id: "selection",
    label: "settings_selection",
    icon: TextSelect,
    order: 50,
    load: () => import("./SelectionPanel").then((file) => file.SelectionPanel),
    features: [
      { id: "selection", label: "quick_panel" },
      { id: "toolbar", label: "settings_selection" },
    ],
  },
  {
    id: "pages",
    label: "settings_pages",
    icon: TextSearch,
    order: 90,
    load: () => import("./PagesPanel").then((file) => file.PagesPanel),
  },
  {
    id: "shortcuts",
    label: "settings_shortcuts",
    icon: Keyboard,
    order: 110,
    load: () => import("./ShortcutsPanel").then((file) => file.ShortcutsPanel),
  },
  {
    id: "privacy",
    label: "sent_title",
    icon: ShieldCheck,
    order: 120,
    load: () => import("./PrivacyPanel").then((file) => file.PrivacyPanel),
  },
  {
    id: "contact",
    label: "settings_contact",
    icon: LifeBuoy,
    order: 130,
    load: () => import("./ContactPanel").then((file) => file.ContactPanel),
  },
];

let loaded: readonly ShownPanel[] = [];

/** Loads the settings pages of the panel and of all areas. Whoever shows them waits for it. */
export async function loadPanels(): Promise<void> {
  const ofAreas = await Promise.all(AREAS.map((area) => area.extensionPanels?.() ?? []));
  if (loaded.length > 0) return;
  loaded = [...OWN, ...ofAreas.flat()].sort((a, b) => a.order - b.order).map(shown);
}

/** Returns all settings pages in their order; none before `loadPanels` is done. */
export const allPanels = (): readonly ShownPanel[] => loaded;

const shown = (panel: ExtensionPanel): ShownPanel => ({
  ...panel,
  Content: lazy(async () => {
    const [Content] = await Promise.all([panel.load(), loadTexts(panel.texts ?? [])]);
    return { default: Content };
  }),
});
