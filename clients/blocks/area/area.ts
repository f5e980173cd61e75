import type { Session, SharedPage } from "@ensemble/contract/wire";
import type { KeyValueStore } from "@ensemble/host/host";
import type { TextArea, TextKey } from "@ensemble/i18n/text";
import type { LucideIcon } from "lucide-react";
import type { ComponentProps, ComponentType, ReactNode } from "react";
import type { Command } from "../commands/commands";
import type {
  AnswerPlug,
  AnswerSeat,
  BesidePlug,
  BesideSeat,
  ComposerPlug,
  ComposerSeat,
  FencePlug,
} from "../composer-plugs";
import type { ProblemHelp } from "../problems/problem-help";
import type { AreaRoute } from "./route";

/**
 * The manifest of an area: everything a shell shows of it besides its code.
 *
 * An area exports one from `area.ts` for the web, and one from `panel-area.ts` where it appears in the extension's panel. Shells
 * list areas, one line each. Manifests are part of the first script: pages and panels come by dynamic import.
 */
export interface Area {
  name: string;
  /** Text catalogs its pages and plugs need, where they declare no others. */
  texts?: readonly TextArea[];
  routes?: readonly AreaRoute[];
  /** Old addresses, and the ones they lead to. */
  redirects?: Readonly<Record<string, string>>;
  navigation?: NavigationItem;
  /** Area whose navigation item is current on this area's pages. */
  navigationOf?: string;
  /** Settings panels, from a file of their own: their icons are not part of the first script. */
  panels?: () => Promise<readonly SettingsPanel[]>;
  /** Commands of its pages: in the palette, and with shortcuts. */
  commands?: readonly Command[];
  /** Its pages that the palette finds besides its navigation item, from a file of their own. */
  destinations?: () => Promise<Destinations>;
  /** Pages of the settings in the extension's panel, from a file of their own. */
  extensionPanels?: () => Promise<readonly ExtensionPanel[]>;
  composer?: readonly LazyPlug<ComposerPlug, { seat: ComposerSeat }>[];
  answer?: readonly LazyPlug<AnswerPlug, AnswerSeat>[];
  /** Renderers of code fences in answers. */
  fence?: readonly LazyPlug<FencePlug, ComponentProps<FencePlug["Component"]>>[];
  /** Panels beside a conversation. */
  beside?: readonly LazyPlug<BesidePlug, BesideSeat>[];
  references?: readonly ReferenceKind[];
  /** Query keys that are refetched when the server says `<key>.changed`. */
  refetch?: readonly string[];
  /** Ways out of the area's problems, the best first. */
  problemHelp?: ProblemHelp;
  /** Viewers of shared pages, by the kind of what is shared. */
  sharedPages?: Readonly<Record<string, SharedPageViewer>>;
  /** A conversation that other areas show beside their own pages. */
  conversation?: () => Promise<ComponentType<ConversationProps>>;
  /** Runs once somebody is signed in. */
  onSignedIn?: (storage: KeyValueStore) => Promise<void> | void;
}

/** An entry of the rail, the tabs and "More". */
export interface NavigationItem {
  /** Stable name, under which pins and order are stored. */
  key: string;
  to: string;
  label: TextKey<"start">;
  /** Label in the tabs of narrow screens, where `label` is too long for them. */
  tabLabel?: TextKey<"start">;
  icon: LucideIcon;
  /** Tools have a heading of their own in the palette. */
  group: "main" | "tools";
  /** Place among all areas' entries, in the order of the spec: chat 10, discover 20, … memo 120. */
  order: number;
  /** Also shown in simple mode. */
  simple?: true;
  /** Absent: shown to everybody. */
  when?: (session: Session) => boolean;
}

/** Pages that the palette finds by their names. */
export interface Destinations {
  /** Text catalogs that are loaded before they are listed. */
  texts: readonly TextArea[];
  /** Returns the pages, in the language of the texts. */
  list: () => readonly Destination[];
}

/** A page that the palette finds by its name. */
export interface Destination {
  to: string;
  label: string;
  /** Where it belongs, beside its name. */
  detail: string;
  /** Other words by which it is found. */
  others?: string;
  icon: LucideIcon;
}

/** Headings of the settings, in the order in which they are listed; the last three are of the server. */
export const PANEL_GROUPS = [
  "account",
  "app",
  "assistant",
  "plan",
  "data",
  "people",
  "income",
  "system",
] as const;

/** A panel of the settings, as their list, their search and the palette show it. */
export interface SettingsPanel {
  to: string;
  label: TextKey<"frame">;
  icon: LucideIcon;
  group: (typeof PANEL_GROUPS)[number];
  /** Place in the list of settings. */
  order: number;
  /** Absent: shown on every server. */
  when?: (setup: Partial<Session["setup"]>) => boolean | undefined;
  /** Settings in the panel that can be found by their own names. */
  holds: TextKey<"settings">[];
}

/** A page of the settings in the extension's panel. */
export interface ExtensionPanel {
  /** Last part of its path. */
  id: string;
  label: TextKey<"extension">;
  icon: LucideIcon;
  /** Place in the list of settings. */
  order: number;
  load: () => Promise<ComponentType>;
  /** Text catalogs that are loaded with it, besides `extension`. */
  texts?: readonly TextArea[];
  /** Features on web pages that can be switched for each site, with their labels. */
  features?: readonly { id: string; label: TextKey<"extension"> }[];
}

/** A plug whose code comes after the page it is shown on. */
export type LazyPlug<Plug extends { Component: unknown }, Props> = Omit<Plug, "Component"> & {
  load: () => Promise<ComponentType<Props>>;
  /** Text catalogs that are loaded with it; the area's when absent. */
  texts?: readonly TextArea[];
  /** Place among the plugs of all areas; 0 when absent. */
  order?: number;
};

/** A kind of library item: found by `#` in the composer and in the palette. */
export interface ReferenceKind {
  kind: string;
  label: TextKey<"mentions">;
  icon: LucideIcon;
  /** Path of an item; null: it is inside another one, and the server knows where. */
  path: ((id: string) => string) | null;
  /** Heading of its group in the palette; absent: it is not listed there. */
  palette?: { heading: TextKey<"frame"> | { mentions: TextKey<"mentions"> }; order: number };
}

export interface SharedPageViewer {
  content: () => Promise<ComponentType<{ page: SharedPage }>>;
  /** A picture before the title. */
  face?: () => Promise<ComponentType<{ page: SharedPage }>>;
  /** Buttons for a reader who is signed in, in place of the one that copies. */
  actions?: () => Promise<ComponentType<SharedPageActions>>;
  /** Path of the reader's copy, and the query key that is refetched then. */
  copy: { path: (id: string) => string; refetch: string };
}

export interface SharedPageActions {
  page: SharedPage;
  /** Returns the button that copies the page. */
  copy: (label: string, kind: "primary" | "secondary") => ReactNode;
}

export interface ConversationProps {
  conversationId: string;
  /** Shown while the conversation has no message. */
  start?: ReactNode;
}
