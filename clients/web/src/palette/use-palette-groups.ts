import { bindingsOf, type CommandName } from "@ensemble/blocks/commands/commands";
import { canRunCommand, runCommand } from "@ensemble/blocks/commands/use-command";
import { PLACES } from "@ensemble/blocks/places";
import { useMe, useSession } from "@ensemble/blocks/session-queries";
import { api } from "@ensemble/contract/api";
import { useNavigation } from "@ensemble/host/navigation";
import { useText } from "@ensemble/i18n/text";
import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import {
  Feather,
  Keyboard,
  type LucideIcon,
  MessageCircle,
  Moon,
  PanelLeft,
  Plus,
  Settings,
  Zap,
} from "lucide-react";
import { AREAS } from "../areas";
import { COMMANDS } from "../commands";
import { ENTRIES } from "../frame/areas";
import { findSettings } from "../settings/find-settings";
import { panelsFor } from "../settings/settings-index";

export interface PaletteEntry {
  id: string;
  label: string;
  detail?: string;
  keys?: string | null;
  icon: LucideIcon;
  run: () => void;
}

export interface PaletteGroup {
  value: string;
  label: string;
  items: PaletteEntry[];
}

const RECENT_COUNT = 6;
const HIT_COUNT = 8;
/** Number of items per kind. */
const OWN_COUNT = 4;

/** Kinds of library items, in the order in which they are offered. */
const LIBRARY_KINDS = AREAS.flatMap(({ references = [] }) => references)
  .flatMap(({ kind, icon, palette }) => (palette ? { kind, icon, ...palette } : []))
  .sort((a, b) => a.order - b.order);

/** Icons of the shell's own commands; areas bring theirs. */
const ICONS: Partial<Record<CommandName, LucideIcon>> = {
  "chat.new": Plus,
  "frame.toggle_list": PanelLeft,
  "frame.toggle_theme": Moon,
  "frame.toggle_simple": Feather,
  "settings.open": Settings,
  "settings.shortcuts": Keyboard,
};

const recentQuery = queryOptions({
  queryKey: ["palette", "recent"],
  queryFn: ({ signal }) => api.get("/api/chat/conversations", { query: { limit: RECENT_COUNT }, signal }),
});

const hitsQuery = (words: string) =>
  queryOptions({
    queryKey: ["palette", "search", words],
    queryFn: ({ signal }) => api.get("/api/chat/search", { query: { q: words, limit: HIT_COUNT }, signal }),
    enabled: words !== "",
    placeholderData: keepPreviousData,
  });

/** Memos, readings, documents, highlights, files, researches and searches. */
const ownQuery = (words: string) =>
  queryOptions({
    queryKey: ["palette", "own", words],
    queryFn: ({ signal }) => api.get("/api/search/own", { query: { q: words, limit: OWN_COUNT }, signal }),
    enabled: words !== "",
    placeholderData: keepPreviousData,
  });

/** Returns the palette entries for the typed text, best first. */
export function usePaletteGroups(typed: string): { groups: PaletteGroup[]; searching: boolean } {
  const start = useText("start");
  const text = useText("frame");
  const settingsText = useText("settings");
  const toolkit = useText("toolkit");
  const mentions = useText("mentions");
  const me = useMe();
  const { setup } = useSession();
  const { navigate } = useNavigation();
  const words = typed.trim();
  const recent = useQuery(recentQuery);
  const hits = useQuery(hitsQuery(words));
  const own = useQuery(ownQuery(words));
  const keys = bindingsOf(COMMANDS, me.settings.shortcuts);

  const conversations: PaletteEntry[] = words
    ? (hits.data?.items ?? []).map((hit) => ({
        id: `hit:${hit.conversation_id}:${hit.message_id}`,
        label: hit.title,
        detail: hit.snippet === hit.title ? undefined : hit.snippet,
        icon: MessageCircle,
        run: () => navigate(PLACES.chat(hit.conversation_id, hit.message_id)),
      }))
    : (recent.data?.items ?? []).map((conversation) => ({
        id: `recent:${conversation.id}`,
        label: conversation.title,
        icon: MessageCircle,
        run: () => navigate(PLACES.chat(conversation.id)),
      }));

  const panels = panelsFor(me.role, setup);
  const settings: PaletteEntry[] = findSettings(panels, words, text, settingsText).map(({ panel, name }) => ({
    id: `setting:${panel.to}:${name}`,
    label: name,
    detail: name === text(panel.label) ? undefined : text(panel.label),
    icon: panel.icon,
    run: () => navigate(panel.to),
  }));

  const ownThings = words ? (own.data?.items ?? []) : [];
  const kinds = LIBRARY_KINDS.map(({ kind, heading, icon }) => ({
    kind,
    label: typeof heading === "string" ? text(heading) : mentions(heading.mentions),
    icon,
  }));
  const ownGroups = kinds.map(({ kind, label, icon }) => ({
    value: kind,
    label,
    items: ownThings
      .filter((thing) => thing.kind === kind)
      .map(({ title, path, text: detail }) => ({
        id: `${kind}:${path}`,
        label: title || label,
        detail: detail === "" || detail === title ? undefined : detail,
        icon,
        run: () => navigate(path),
      })),
  }));

  const actions: PaletteEntry[] = COMMANDS.filter(
    ({ name }) => name !== "palette.open" && canRunCommand(name),
  )
    .map(({ name, icon }) => ({
      id: `command:${name}`,
      label: text(`command.${name}`),
      keys: keys[name],
      icon: icon ?? ICONS[name] ?? Zap,
      run: () => void runCommand(name),
    }))
    .filter(({ label }) => label.toLocaleLowerCase().includes(words.toLocaleLowerCase()));

  const tools: PaletteEntry[] = ENTRIES.filter(({ group }) => group === "tools")
    .map(({ to, label, icon }) => ({
      id: `tool:${to}`,
      label: start(label),
      icon,
      run: () => navigate(to),
    }))
    .filter(({ label }) => label.toLocaleLowerCase().includes(words.toLocaleLowerCase()));

  const groups = [
    { value: "actions", label: text("actions"), items: actions },
    { value: "tools", label: toolkit("tools"), items: tools },
    { value: "settings", label: text("settings"), items: settings.slice(0, HIT_COUNT) },
    { value: "conversations", label: text(words ? "conversations" : "recent"), items: conversations },
    ...ownGroups,
  ].filter(({ items }) => items.length > 0);
  return { groups, searching: words !== "" && (hits.isFetching || own.isFetching) };
}
