import { byCursor } from "@ensemble/blocks/by-cursor";
import { api } from "@ensemble/contract/api";
import { uuidV7 } from "@ensemble/contract/uuid-v7";
import type {
  Memory,
  MemoryChange,
  MemoryItem,
  MemoryItemChange,
  MemoryScope,
  MemorySuggestionState,
} from "@ensemble/contract/wire";
import {
  infiniteQueryOptions,
  keepPreviousData,
  mutationOptions,
  type QueryClient,
  queryOptions,
} from "@tanstack/react-query";

const KEY = ["memory"];

/** Query for the memory settings and usage. `memory.changed` refetches it. */
export const memoryQuery = queryOptions({
  queryKey: ["memory", "overview"],
  queryFn: ({ signal }) => api.get("/api/memory", { signal }),
  staleTime: 60_000,
});

/** Query for remembered or forgotten items, paginated. */
export const itemsQuery = ({ q, forgotten }: { q: string; forgotten: boolean }) =>
  infiniteQueryOptions({
    queryKey: ["memory", "items", { q, forgotten }],
    queryFn: ({ pageParam, signal }) =>
      api.get("/api/memory/items", {
        query: { q: q || undefined, forgotten: forgotten || undefined, cursor: pageParam, limit: 50 },
        signal,
      }),
    ...byCursor,
    placeholderData: keepPreviousData,
  });

/** Query for suggestions, newest first, paginated. */
export const suggestionsQuery = (state: MemorySuggestionState) =>
  infiniteQueryOptions({
    queryKey: ["memory", "suggestions", state],
    queryFn: ({ pageParam, signal }) =>
      api.get("/api/memory/suggestions", { query: { state, cursor: pageParam, limit: 30 }, signal }),
    ...byCursor,
    staleTime: 60_000,
  });

/** Query for the memories given to an answer. */
export const usedQuery = (messageId: string) =>
  queryOptions({
    queryKey: ["memory", "used", messageId],
    queryFn: ({ signal }) => api.get("/api/memory/answers/{id}", { path: { id: messageId }, signal }),
  });

/** Query for the folders to choose from. */
export const foldersQuery = queryOptions({
  queryKey: ["memory", "folders"],
  queryFn: ({ signal }) => api.get("/api/chat/groups", { signal }),
  staleTime: 60_000,
});

/** Options of mutations that change several lists: they refetch everything of memory. */
const changes = (client: QueryClient) => ({ onSettled: () => client.invalidateQueries({ queryKey: KEY }) });

/** Fetches the current memory settings. */
export const readMemory = (): Promise<Memory> => api.get("/api/memory");

/** Fetches the current version of an item: changed ones come first. */
export const readItem = async (id: string): Promise<MemoryItem | undefined> =>
  (await api.get("/api/memory/items", { query: { limit: 100 } })).items.find((item) => item.id === id);

/** Changes the profile. `over`: time of the last change known to this window; "": never. */
export const changeMemoryMutation = (client: QueryClient) =>
  mutationOptions({
    meta: { ownError: true },
    mutationFn: ({ over, ...body }: Partial<MemoryChange> & { over?: string }) =>
      api.patch("/api/memory", {
        body,
        headers: over === undefined ? undefined : { "if-match": `"${over}"` },
      }),
    onSuccess: (memory) => client.setQueryData(memoryQuery.queryKey, memory),
  });

export const clearMemoryMutation = (client: QueryClient) =>
  mutationOptions({ mutationFn: () => api.delete("/api/memory"), ...changes(client) });

/** Result of the item form; without an id, a new item. */
export interface ItemEdit {
  id: string | null;
  version: number;
  text: string;
  scope: MemoryScope;
}

export const saveItemMutation = (client: QueryClient) =>
  mutationOptions({
    meta: { ownError: true },
    mutationFn: ({ id, version, text, scope }: ItemEdit) =>
      id
        ? api.patch("/api/memory/items/{id}", {
            path: { id },
            body: { text, scope },
            headers: { "if-match": `"${version}"` },
          })
        : api.post("/api/memory/items", { body: { id: uuidV7(), text, scope } }),
    ...changes(client),
  });

export const forgetItemMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (id: string) => api.post("/api/memory/items/{id}/forget", { path: { id } }),
    ...changes(client),
  });

export const restoreItemMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (id: string) => api.post("/api/memory/items/{id}/restore", { path: { id } }),
    ...changes(client),
  });

export const deleteItemMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (id: string) => api.delete("/api/memory/items/{id}", { path: { id } }),
    ...changes(client),
  });

export const adoptMutation = (client: QueryClient) =>
  mutationOptions({
    meta: { ownError: true },
    mutationFn: ({ id, ...body }: { id: string } & Partial<MemoryItemChange>) =>
      api.post("/api/memory/suggestions/{id}/adopt", { path: { id }, body }),
    ...changes(client),
  });

export const rejectMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (id: string) => api.post("/api/memory/suggestions/{id}/reject", { path: { id } }),
    ...changes(client),
  });

export const reopenMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (id: string) => api.post("/api/memory/suggestions/{id}/reopen", { path: { id } }),
    ...changes(client),
  });

export const rewriteMutation = (client: QueryClient) =>
  mutationOptions({
    meta: { ownError: true },
    mutationFn: (id: string) => api.post("/api/memory/suggestions/{id}/regenerate", { path: { id } }),
    ...changes(client),
  });
