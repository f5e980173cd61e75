import { loadTexts, type TextKey } from "@ensemble/i18n/text";
import {
  CircleUser,
  Keyboard,
  Languages,
  LifeBuoy,
  type LucideIcon,
  NotebookPen,
  PanelRight,
  PenLine,
  Search,
  ShieldCheck,
  SlidersHorizontal,
  Sparkles,
  TextSearch,
  TextSelect,
} from "lucide-react";
import { type ComponentType, lazy } from "react";

/** Page of the extension's settings (spec §2). */
export interface SettingsPanel {
  id: string;
  title: TextKey<"extension">;
  Icon: LucideIcon;
  Content: ComponentType;
}

const lazyPanel = (load: () => Promise<ComponentType>) => lazy(async () => ({ default: await load() }));

/**
 * Settings pages in the order of the spec, one line each; unbuilt ones are omitted.
 *
 * spec §2: "Settings panels: account, general, floating avatar, sidebar, text selection toolbar, translation,
 * search assistant, writing assistant, webpage assistant, memo, keyboard shortcuts, contact us."
 */
export const SETTINGS_PANELS: readonly SettingsPanel[] = [
  {
    id: "account",
    title: "settings_account",
    Icon: CircleUser,
    Content: lazyPanel(() => import("./AccountPanel").then((file) => file.AccountPanel)),
  },
  {
    id: "general",
    title: "settings_general",
    Icon: SlidersHorizontal,
    Content: lazyPanel(async () => {
      const [file] = await Promise.all([import("./GeneralPanel"), loadTexts(["accounts"])]);
      return file.GeneralPanel;
    }),
  },
  {
    id: "avatar",
    title: "settings_avatar",
    Icon: Sparkles,
    Content: lazyPanel(() => import("./AvatarPanel").then((file) => file.AvatarPanel)),
  },
  {
    id: "sidebar",
    title: "settings_sidebar",
    Icon: PanelRight,
    Content: lazyPanel(() => import("./SidebarPanel").then((file) => file.SidebarPanel)),
  },
  {
    id: "selection",
    title: "settings_selection",
    Icon: TextSelect,
    Content: lazyPanel(() => import("./SelectionPanel").then((file) => file.SelectionPanel)),
  },
  {
    id: "translation",
    title: "settings_translation",
    Icon: Languages,
    Content: lazyPanel(async () => {
      const [file] = await Promise.all([
        import("../../translation/TranslationPanel"),
        loadTexts(["translation"]),
      ]);
      return file.TranslationPanel;
    }),
  },
  {
    id: "search",
    title: "settings_search",
    Icon: Search,
    Content: lazyPanel(async () => {
      const [file] = await Promise.all([
        import("../../search-assistant/SearchPanel"),
        loadTexts(["search_assistant"]),
      ]);
      return file.SearchPanel;
    }),
  },
  {
    id: "writing",
    title: "settings_writing",
    Icon: PenLine,
    Content: lazyPanel(async () => {
      const [file] = await Promise.all([import("../../writing/WritingSettings"), loadTexts(["writing"])]);
      return file.WritingSettings;
    }),
  },
  {
    id: "pages",
    title: "settings_pages",
    Icon: TextSearch,
    Content: lazyPanel(() => import("./PagesPanel").then((file) => file.PagesPanel)),
  },
  {
    id: "memo",
    title: "settings_memo",
    Icon: NotebookPen,
    Content: lazyPanel(() => import("../../memos/MemoPanel").then((file) => file.MemoPanel)),
  },
  {
    id: "shortcuts",
    title: "settings_shortcuts",
    Icon: Keyboard,
    Content: lazyPanel(() => import("./ShortcutsPanel").then((file) => file.ShortcutsPanel)),
  },
  {
    id: "privacy",
    title: "sent_title",
    Icon: ShieldCheck,
    Content: lazyPanel(() => import("./PrivacyPanel").then((file) => file.PrivacyPanel)),
  },
  {
    id: "contact",
    title: "settings_contact",
    Icon: LifeBuoy,
    Content: lazyPanel(() => import("./ContactPanel").then((file) => file.ContactPanel)),
  },
];
