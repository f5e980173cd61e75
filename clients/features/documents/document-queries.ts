import { api } from "@ensemble/contract/api";
import type { DocumentChange, LibraryDocument, NewDocument } from "@ensemble/contract/wire";
import { infiniteQueryOptions, mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";

const KEY = ["documents", "library"];
/** Hints say that a document changed; should one be lost, it is asked for all the same. */
const LOOK_EVERY_MS = 2_500;

export const isBusy = ({ state }: Pick<LibraryDocument, "state">) =>
  state === "fetching" || state === "receiving" || state === "waiting";

/** The person's documents, the newest first, page by page. */
export const libraryQuery = infiniteQueryOptions({
  queryKey: [...KEY, "list"],
  queryFn: ({ pageParam, signal }) =>
    api.get("/api/documents/library", { query: { cursor: pageParam, limit: 30 }, signal }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (page) => page.next_cursor ?? undefined,
  refetchInterval: ({ state }) =>
    state.data?.pages.some(({ items }) => items.some(isBusy)) ? LOOK_EVERY_MS : false,
});

export const documentQuery = (id: string) =>
  queryOptions({
    queryKey: [...KEY, "one", id],
    queryFn: ({ signal }) => api.get("/api/documents/library/{id}", { path: { id }, signal }),
    refetchInterval: ({ state }) => (state.data && isBusy(state.data) ? LOOK_EVERY_MS : false),
  });

/** The conversations about a document. */
export const documentChatsQuery = (id: string) =>
  queryOptions({
    queryKey: [...KEY, "chats", id],
    queryFn: ({ signal }) => api.get("/api/documents/library/{id}/chats", { path: { id }, signal }),
  });

const keep = (client: QueryClient, document: LibraryDocument) => {
  client.setQueryData(documentQuery(document.id).queryKey, document);
  return client.invalidateQueries({ queryKey: libraryQuery.queryKey });
};

export const addDocumentMutation = (client: QueryClient) =>
  mutationOptions({
    meta: { ownError: true },
    mutationFn: (body: NewDocument) => api.post("/api/documents/library", { body }),
    onSuccess: (document) => keep(client, document),
  });

export const changeDocumentMutation = (client: QueryClient, id: string) =>
  mutationOptions({
    mutationFn: (body: DocumentChange) => api.patch("/api/documents/library/{id}", { path: { id }, body }),
    onSuccess: (document) => keep(client, document),
  });

export const retryDocumentMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (id: string) => api.post("/api/documents/library/{id}/retry", { path: { id } }),
    onSuccess: (document) => keep(client, document),
  });

export const deleteDocumentMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (id: string) => api.delete("/api/documents/library/{id}", { path: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: KEY }),
  });

export const restoreDocumentMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (id: string) => api.post("/api/documents/library/{id}/restore", { path: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: KEY }),
  });

/** Says what a conversation is about, before it begins. */
export const beginChat = (id: string, conversationId: string) =>
  api.put("/api/documents/library/{id}/chats/{conversationId}", { path: { id, conversationId } });
