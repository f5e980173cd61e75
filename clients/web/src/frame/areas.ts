import type { TextKey } from "@ensemble/i18n/text";
import {
  BookOpenText,
  Bot,
  FileText,
  Globe,
  type LucideIcon,
  MessageCircle,
  NotebookPen,
} from "lucide-react";

/** Area of the product in the navigation. */
export interface FrameArea {
  to: string;
  label: TextKey<"start">;
  icon: LucideIcon;
  /** Pattern of its pages' paths; the chat gets all paths without an area. */
  begins: RegExp | null;
  /** True if simple mode shows it too. */
  simple?: true;
}

/**
 * Areas in the spec's order (§2). The rail shows them all; a phone's tabs show some, and "More" the others.
 */
export const AREAS: readonly FrameArea[] = [
  { to: "/home/chat", label: "chat", icon: MessageCircle, begins: null, simple: true },
  { to: "/bots", label: "bots", icon: Bot, begins: /^\/bots(\/|$)/ },
  { to: "/home/read", label: "read", icon: BookOpenText, begins: /^\/home\/read(\/|$)/ },
  { to: "/webapp/doc-chat", label: "pdfs", icon: FileText, begins: /^\/webapp\/doc-/ },
  { to: "/home/search", label: "web_search", icon: Globe, begins: /^\/home\/(re)?search(\/|$)/ },
  { to: "/home/memo", label: "memo", icon: NotebookPen, begins: /^\/(home|webapp)\/memo(\/|$)/ },
];

const SETTINGS =
  /^\/(settings|profile|keyboard-shortcuts|subscription|membership|credits|billing|reward|invitation|affiliate|invitation-affiliate|team)(\/|$)/;

export const isSettings = (path: string) => SETTINGS.test(path);

/** Matches pages of tools, which belong to no area: see `tools.ts`. */
const TOOL = /^\/bypass-ai(\/|$)/;

/** Returns the area of a path; undefined in the settings and on tool pages. */
export function areaAt(path: string): FrameArea | undefined {
  if (isSettings(path) || TOOL.test(path)) return undefined;
  return AREAS.find(({ begins }) => begins?.test(path)) ?? AREAS.find(({ begins }) => begins === null);
}

/** Returns the areas to show. Simple mode hides optional ones, except the current one. */
export const areasFor = (path: string, simple: boolean): readonly FrameArea[] =>
  simple ? AREAS.filter((area) => area.simple || area === areaAt(path)) : AREAS;
