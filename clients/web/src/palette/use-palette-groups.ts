import { bindingsOf, type CommandName } from "@ensemble/blocks/commands/commands";
import { canRunCommand, runCommand } from "@ensemble/blocks/commands/use-command";
import { withoutMarkup } from "@ensemble/blocks/markdown/plain/without-markup";
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
import { entriesFor } from "../frame/areas";
import { findSettings } from "../settings/find-settings";
import { byName, containsWords, otherWords } from "../settings/search-words";
import { panelsFor } from "../settings/settings-index";
import { destinationsQuery } from "./destinations";

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
/** Number of messages that are searched, of which several may be of one chat. */
const MESSAGE_COUNT = 30;
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
    queryFn: ({ signal }) =>
      api.get("/api/chat/search", { query: { q: words, limit: MESSAGE_COUNT }, signal }),
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
  const others = useText("search_words");
  const mentions = useText("mentions");
  const me = useMe();
  const session = useSession();
  const { navigate } = useNavigation();
  const words = typed.trim();
  const recent = useQuery(recentQuery);
  const hits = useQuery(hitsQuery(words));
  const own = useQuery(ownQuery(words));
  const destinations = useQuery({ ...destinationsQuery, enabled: words !== "" });
  const keys = bindingsOf(COMMANDS, me.settings.shortcuts);

  const conversations: PaletteEntry[] = words
    ? oneOfEachChat(hits.data?.items ?? [])
        .slice(0, HIT_COUNT)
        .map(({ hit, count }) => ({
          id: `hit:${hit.conversation_id}`,
          label: hit.title || start("new_chat"),
          detail: detailOf(hit, count > 1 ? text("matches_in_chat", { count }) : ""),
          icon: MessageCircle,
          run: () => navigate(PLACES.chat(hit.conversation_id, hit.message_id)),
        }))
    : (recent.data?.items ?? []).map((conversation) => ({
        id: `recent:${conversation.id}`,
        label: conversation.title,
        icon: MessageCircle,
        run: () => navigate(PLACES.chat(conversation.id)),
      }));

  const panels = panelsFor(me.role, session.setup);
  const settings: PaletteEntry[] = findSettings(panels, words, text, settingsText, others).map(
    ({ panel, name }) => ({
      id: `setting:${panel.to}:${name}`,
      label: name,
      detail: name === text(panel.label) ? undefined : text(panel.label),
      icon: panel.icon,
      run: () => navigate(panel.to),
    }),
  );

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
        label: withoutMarkup(title).text || label,
        detail: detail === "" || detail === title ? undefined : withoutMarkup(detail).text,
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
    .filter(({ label }) => containsWords(words, label));

  const areas: PaletteEntry[] = entriesFor(session, "", false)
    .map(({ key, to, label, icon }) => ({
      id: `area:${to}`,
      label: start(label),
      others: otherWords(`area.${label === "web_search" ? "search" : key}`, others),
      icon,
      run: () => navigate(to),
    }))
    .filter((entry) => containsWords(words, entry.label, entry.others));

  const pages: PaletteEntry[] = (words ? (destinations.data ?? []) : [])
    .flatMap(({ list }) => list())
    .filter(({ label, others: known = "" }) => containsWords(words, label, known))
    .map(({ to, label, detail, icon }) => ({
      id: `page:${to}`,
      label,
      detail,
      icon,
      run: () => navigate(to),
    }));

  const nameOf = ({ label }: PaletteEntry) => label;
  const places = [...areas, ...byName(pages, words, nameOf).slice(0, HIT_COUNT)];
  const groups = [
    { value: "areas", label: text("go_to"), items: byName(places, words, nameOf) },
    { value: "actions", label: text("actions"), items: byName(actions, words, nameOf) },
    { value: "settings", label: text("settings"), items: settings.slice(0, HIT_COUNT) },
    { value: "conversations", label: text(words ? "conversations" : "recent"), items: conversations },
    ...ownGroups,
  ].filter(({ items }) => items.length > 0);
  return { groups, searching: words !== "" && (hits.isFetching || own.isFetching) };
}

/** Groups hits by their chat: the best of each, and how many there are. */
export function oneOfEachChat<Hit extends { conversation_id: string }>(
  hits: readonly Hit[],
): { hit: Hit; count: number }[] {
  const chats = Map.groupBy(hits, ({ conversation_id }) => conversation_id);
  return [...chats.values()].flatMap(([hit, ...more]) => (hit ? [{ hit, count: more.length + 1 }] : []));
}

function detailOf(
  { snippet, title }: { snippet: string; title: string },
  matches: string,
): string | undefined {
  const words = snippet === title ? "" : withoutMarkup(snippet).text;
  return [matches, words].filter(Boolean).join(" · ") || undefined;
}
