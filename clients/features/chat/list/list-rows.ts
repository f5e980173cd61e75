import type { ConversationGroup, ConversationSummary } from "@ensemble/contract/wire";
import { groupByDay } from "./group-by-day";
import type { Section, SectionList } from "./list-cache";

/** Line of the list. */
export type Line =
  | { key: string; kind: "heading"; heading: string }
  | { key: string; kind: "folder"; section: Section; group: ConversationGroup | null; open: boolean }
  | { key: string; kind: "conversation"; conversation: ConversationSummary; inFolder: boolean }
  | { key: string; kind: "more" | "empty"; section: Section };

export interface ListContent {
  pinned: SectionList | undefined;
  groups: readonly ConversationGroup[];
  /** Open folders with their loaded conversations. */
  open: ReadonlyMap<Section, SectionList | undefined>;
  timeline: readonly ConversationSummary[];
}

/** Returns the lines of the list: pinned, favorites, groups, and the rest by day. */
export function linesOf(content: ListContent, now: Date, locale: string): Line[] {
  const { pinned, groups, open, timeline } = content;
  const folders: { section: Section; group: ConversationGroup | null }[] = [
    { section: "favorites", group: null },
    ...groups.map((group) => ({ section: `group:${group.id}` as const, group })),
  ];
  return [
    ...(pinned && pinned.items.length > 0
      ? [{ key: "heading pinned", kind: "heading", heading: "pinned" } as const]
      : []),
    ...sectionLines("pinned", pinned, false),
    ...folders.flatMap(({ section, group }): Line[] => [
      { key: `folder ${section}`, kind: "folder", section, group, open: open.has(section) },
      ...(open.has(section) ? folderLines(section, open.get(section)) : []),
    ]),
    ...groupByDay(timeline, now, locale).map(
      ({ key, heading, conversation }): Line =>
        conversation
          ? { key, kind: "conversation", conversation, inFolder: false }
          : { key, kind: "heading", heading },
    ),
  ];
}

function folderLines(section: Section, list: SectionList | undefined): Line[] {
  if (list?.items.length === 0) return [{ key: `empty ${section}`, kind: "empty", section }];
  return sectionLines(section, list, true);
}

function sectionLines(section: Section, list: SectionList | undefined, inFolder: boolean): Line[] {
  const lines = (list?.items ?? []).map(
    (conversation): Line => ({
      key: `${section} ${conversation.id}`,
      kind: "conversation",
      conversation,
      inFolder,
    }),
  );
  return list?.more ? [...lines, { key: `more ${section}`, kind: "more", section }] : lines;
}

/** Returns the conversations between two, inclusive, in list order; if one is unknown, only the other. */
export function between(lines: readonly Line[], from: string, to: string): string[] {
  const ids = lines.flatMap((line) => (line.kind === "conversation" ? [line.conversation.id] : []));
  const [start, end] = [ids.indexOf(from), ids.indexOf(to)];
  if (start < 0 || end < 0) return [to];
  return ids.slice(Math.min(start, end), Math.max(start, end) + 1);
}
