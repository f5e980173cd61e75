import { api } from "@ensemble/contract/api";
import type { ConversationSummary, Page } from "@ensemble/contract/wire";
import type { InfiniteData, QueryClient, QueryKey } from "@tanstack/react-query";

/** Section above the days, each with its own list. */
export type Section = "pinned" | "favorites" | `group:${string}`;

export interface SectionList {
  items: ConversationSummary[];
  /** True if there are more than were fetched. */
  more: boolean;
}

export const TIMELINE_KEY = ["chat", "conversations"];
export const SECTIONS_KEY = ["chat", "section"];
export const GROUPS_KEY = ["chat", "groups"];
export const TRASH_KEY = ["chat", "trash"];

type Timeline = InfiniteData<Page<ConversationSummary>, string | null>;

/** Returns true for conversations that belong to no other section; favorites appear in both. */
const isInTimeline = ({ pinned, group_id, temporary }: ConversationSummary) =>
  !pinned && group_id === null && !temporary;

function isInSection(section: Section, conversation: ConversationSummary): boolean {
  if (conversation.temporary) return false;
  if (section === "pinned") return conversation.pinned;
  if (section === "favorites") return conversation.favorited;
  return conversation.group_id === section.slice("group:".length);
}

/** Moves a conversation to its current place in all loaded lists. */
export function putInLists(client: QueryClient, conversation: ConversationSummary): void {
  patch<Timeline>(client, TIMELINE_KEY, (list) => {
    const rest = timelineWithout(list, [conversation.id]);
    return isInTimeline(conversation) ? timelineWith(rest, conversation) : rest;
  });
  eachSection(client, (section, list) => {
    const rest = list.items.filter(({ id }) => id !== conversation.id);
    if (!isInSection(section, conversation)) return { ...list, items: rest };
    const at = placeOf(rest, conversation);
    // Beyond the loaded part, it arrives with the next one.
    if (at === rest.length && list.more) return { ...list, items: rest };
    return { ...list, items: rest.toSpliced(at, 0, conversation) };
  });
}

/** Removes conversations from all lists. */
export function dropFromLists(client: QueryClient, ids: readonly string[]): void {
  patch<Timeline>(client, TIMELINE_KEY, (list) => timelineWithout(list, ids));
  eachSection(client, (_, list) => ({ ...list, items: list.items.filter(({ id }) => !ids.includes(id)) }));
}

/** Returns a conversation from the cached lists. */
export function findInLists(client: QueryClient, id: string): ConversationSummary | undefined {
  const timeline = client.getQueryData<Timeline>(TIMELINE_KEY)?.pages.flatMap((page) => page.items) ?? [];
  const sections = client.getQueriesData<SectionList>({ queryKey: SECTIONS_KEY });
  const all = [...timeline, ...sections.flatMap(([, list]) => list?.items ?? [])];
  return all.find((conversation) => conversation.id === id);
}

/** Refetches all lists after an unspecific change. */
export function refetchLists(client: QueryClient): void {
  for (const queryKey of [TIMELINE_KEY, SECTIONS_KEY, GROUPS_KEY, TRASH_KEY]) {
    void client.invalidateQueries({ queryKey });
  }
}

/** Refetches one conversation and updates the lists, without refetching their pages. */
export async function refreshOne(client: QueryClient, id: string): Promise<void> {
  const { items } = await api.get("/api/chat/conversations", { query: { id } });
  const before = findInLists(client, id);
  const [now] = items;
  if (now) putInLists(client, now);
  else dropFromLists(client, [id]);
  if (before?.group_id !== now?.group_id) void client.invalidateQueries({ queryKey: GROUPS_KEY });
}

/** Snapshots all lists and returns the function that restores them. */
export function rememberLists(client: QueryClient): () => void {
  const all = [TIMELINE_KEY, SECTIONS_KEY].flatMap((queryKey) => client.getQueriesData({ queryKey }));
  return () => {
    for (const [key, list] of all) client.setQueryData(key, list);
  };
}

/** Changes cached data without making it fresh: what else is in it may be old, and is still to be refetched. */
function patch<T>(client: QueryClient, key: QueryKey, change: (data: T) => T): void {
  client.setQueryData<T>(key, (data) => data && change(data), {
    updatedAt: client.getQueryState(key)?.dataUpdatedAt,
  });
}

function eachSection(
  client: QueryClient,
  change: (section: Section, list: SectionList) => SectionList,
): void {
  for (const [key] of client.getQueriesData<SectionList>({ queryKey: SECTIONS_KEY })) {
    // Behind the section stands the number of conversations.
    patch<SectionList>(client, key, (list) => change(key.at(-2) as Section, list));
  }
}

const timelineWithout = (list: Timeline, ids: readonly string[]): Timeline => ({
  ...list,
  pages: list.pages.map((page) => ({ ...page, items: page.items.filter(({ id }) => !ids.includes(id)) })),
});

/** Inserts a conversation at its position in the list, or omits it if that is beyond the loaded pages. */
function timelineWith(list: Timeline, conversation: ConversationSummary): Timeline {
  const index = list.pages.findIndex(({ items }) => placeOf(items, conversation) < items.length);
  const at = index < 0 ? list.pages.length - 1 : index;
  const page = list.pages[at];
  if (!page || (index < 0 && page.next_cursor !== null)) return list;
  const items = page.items.toSpliced(placeOf(page.items, conversation), 0, conversation);
  return { ...list, pages: list.pages.with(at, { ...page, items }) };
}

/** Returns the index before the first conversation that is not newer. */
function placeOf(items: readonly ConversationSummary[], { updated_at }: ConversationSummary): number {
  const at = items.findIndex((item) => item.updated_at <= updated_at);
  return at < 0 ? items.length : at;
}
