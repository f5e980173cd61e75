import { byCursor } from "@ensemble/blocks/by-cursor";
import { api } from "@ensemble/contract/api";
import { BATCH_MAX_CONVERSATIONS } from "@ensemble/contract/generated/limits/chat";
import type { BatchAction, ConversationSummary } from "@ensemble/contract/wire";
import {
  infiniteQueryOptions,
  keepPreviousData,
  mutationOptions,
  type QueryClient,
  queryOptions,
} from "@tanstack/react-query";
import {
  dropFromLists,
  findInLists,
  GROUPS_KEY,
  putInLists,
  refetchLists,
  rememberLists,
  SECTIONS_KEY,
  type Section,
  type SectionList,
  TRASH_KEY,
} from "./list-cache";

const PAGE_SIZE = 100;
/** Number of conversations of a section that are loaded initially and per step. */
export const SECTION_STEP = 100;

const filterOf = (section: Section) => {
  if (section === "pinned") return { pinned: true };
  if (section === "favorites") return { favorited: true };
  return { group: section.slice("group:".length) };
};

/** Query for the newest `count` conversations of a section. */
export const sectionQuery = (section: Section, count: number) =>
  queryOptions({
    queryKey: [...SECTIONS_KEY, section, count],
    queryFn: async ({ signal }): Promise<SectionList> => {
      const items: ConversationSummary[] = [];
      let cursor: string | undefined;
      do {
        const query = { ...filterOf(section), cursor, limit: PAGE_SIZE };
        const page = await api.get("/api/chat/conversations", { query, signal });
        items.push(...page.items);
        cursor = page.next_cursor ?? undefined;
      } while (cursor && items.length < count);
      return { items, more: cursor !== undefined };
    },
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    meta: { keep: section === "pinned" },
  });

export const groupsQuery = queryOptions({
  queryKey: GROUPS_KEY,
  queryFn: ({ signal }) => api.get("/api/chat/groups", { signal }),
  staleTime: 60_000,
  meta: { keep: true },
});

/** Query for deleted conversations that can be restored. */
export const trashQuery = infiniteQueryOptions({
  queryKey: TRASH_KEY,
  queryFn: ({ pageParam, signal }) =>
    api.get("/api/chat/trash", { query: { cursor: pageParam, limit: PAGE_SIZE }, signal }),
  ...byCursor,
});

export const saveGroupMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ id, name }: { id: string | null; name: string }) =>
      id
        ? api.patch("/api/chat/groups/{id}", { path: { id }, body: { name } })
        : api.post("/api/chat/groups", { body: { name } }),
    onSuccess: () => client.invalidateQueries({ queryKey: GROUPS_KEY }),
    meta: { ownError: true },
  });

export const deleteGroupMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (id: string) => api.delete("/api/chat/groups/{id}", { path: { id } }),
    onSettled: () => refetchLists(client),
  });

export interface Many {
  ids: readonly string[];
  action: BatchAction;
}

/** Optimistic mutation of many conversations, reverted if the server rejects it. */
export const changeManyMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: async ({ ids, action }: Many): Promise<string[]> => {
      const changed: string[] = [];
      for (let at = 0; at < ids.length; at += BATCH_MAX_CONVERSATIONS) {
        const conversation_ids = ids.slice(at, at + BATCH_MAX_CONVERSATIONS);
        const body = { ...action, conversation_ids };
        changed.push(...(await api.post("/api/chat/conversations/batch", { body })).conversation_ids);
      }
      return changed;
    },
    onMutate: ({ ids, action }) => {
      const takeBack = rememberLists(client);
      show(client, ids, action);
      return { takeBack };
    },
    onError: (_error, _many, context) => context?.takeBack(),
    onSettled: () => refetchLists(client),
  });

function show(client: QueryClient, ids: readonly string[], action: BatchAction): void {
  if (action.action === "delete") dropFromLists(client, ids);
  if (action.action === "restore") return;
  for (const id of ids) {
    const known = findInLists(client, id);
    if (!known) continue;
    if (action.action === "move") putInLists(client, { ...known, group_id: action.group_id });
    if (action.action === "favorite") putInLists(client, { ...known, favorited: action.favorited });
    if (action.action === "read") putInLists(client, { ...known, unread: false });
  }
}

export const readAllMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: () => api.post("/api/chat/conversations/read"),
    onSuccess: () => refetchLists(client),
  });

export const restoreTrashMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: () => api.post("/api/chat/trash/restore"),
    onSettled: () => refetchLists(client),
  });

/** Deletes a conversation permanently; without an id, everything in the trash. */
export const purgeMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (id: string | null) =>
      id ? api.delete("/api/chat/trash/{id}", { path: { id } }) : api.delete("/api/chat/trash"),
    onSettled: () => client.invalidateQueries({ queryKey: TRASH_KEY }),
  });
