import { useLocale } from "@ensemble/i18n/text";
import { useInfiniteQuery, useQueries, useQuery } from "@tanstack/react-query";
import { conversationsQuery } from "../chat-queries";
import { groupsQuery, SECTION_STEP, sectionQuery } from "./list-queries";
import { linesOf } from "./list-rows";
import { useFolders } from "./use-folders";

/** Returns the rows of the conversation list. */
export function useList() {
  const { locale } = useLocale();
  const folders = useFolders();
  const timeline = useInfiniteQuery(conversationsQuery);
  const { data: groups } = useQuery(groupsQuery);
  const { data: pinned } = useQuery(sectionQuery("pinned", SECTION_STEP * 10));
  const known = folders.open.filter(
    ([section]) => section === "favorites" || groups?.items.some(({ id }) => section === `group:${id}`),
  );
  const lists = useQueries({ queries: known.map(([section, count]) => sectionQuery(section, count)) });
  const conversations = timeline.data?.pages.flatMap((page) => page.items) ?? [];
  const lines = linesOf(
    {
      pinned,
      groups: groups?.items ?? [],
      open: new Map(known.map(([section], index) => [section, lists[index]?.data])),
      timeline: conversations,
    },
    new Date(),
    locale,
  );
  const empty = conversations.length === 0 && !pinned?.items.length && (groups?.items ?? []).length === 0;
  return { lines, timeline, folders, groups: groups?.items ?? [], empty };
}
