import { byCursor } from "@ensemble/blocks/by-cursor";
import { api } from "@ensemble/contract/api";
import type {
  DocumentChange,
  DocumentCollection,
  LibraryDocument,
  NewDocument,
  NewDocumentCollection,
} from "@ensemble/contract/wire";
import { infiniteQueryOptions, mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";

const KEY = ["documents", "library"];
/** Polling interval in case the server's hint (`documents.changed`) is lost. */
const LOOK_EVERY_MS = 2_500;

export const isBusy = ({ state }: Pick<LibraryDocument, "state">) =>
  state === "fetching" || state === "receiving" || state === "waiting";

/** Query for the person's documents, newest first, paginated. */
export const libraryQuery = infiniteQueryOptions({
  queryKey: [...KEY, "list"],
  queryFn: ({ pageParam, signal }) =>
    api.get("/api/documents/library", { query: { cursor: pageParam, limit: 30 }, signal }),
  ...byCursor,
  refetchInterval: ({ state }) =>
    state.data?.pages.some(({ items }) => items.some(isBusy)) ? LOOK_EVERY_MS : false,
});

export const documentQuery = (id: string) =>
  queryOptions({
    queryKey: [...KEY, "one", id],
    queryFn: ({ signal }) => api.get("/api/documents/library/{id}", { path: { id }, signal }),
    refetchInterval: ({ state }) => (state.data && isBusy(state.data) ? LOOK_EVERY_MS : false),
  });

/** Document or collection that conversations are about. */
export interface Subject {
  kind: "library" | "collection";
  id: string;
}

/** Query for the conversations about a document or collection. */
export const chatsQuery = ({ kind, id }: Subject) =>
  queryOptions({
    queryKey: [...KEY, "chats", kind, id],
    queryFn: ({ signal }) =>
      kind === "library"
        ? api.get("/api/documents/library/{id}/chats", { path: { id }, signal })
        : api.get("/api/documents/collections/{id}/chats", { path: { id }, signal }),
  });

/** Query for the person's collections, newest first, paginated. */
export const collectionsQuery = infiniteQueryOptions({
  queryKey: [...KEY, "collections"],
  queryFn: ({ pageParam, signal }) =>
    api.get("/api/documents/collections", { query: { cursor: pageParam, limit: 30 }, signal }),
  ...byCursor,
});

export const collectionQuery = (id: string) =>
  queryOptions({
    queryKey: [...KEY, "collection", id],
    queryFn: ({ signal }) => api.get("/api/documents/collections/{id}", { path: { id }, signal }),
    refetchInterval: ({ state }) => (state.data?.documents.some(isBusy) ? LOOK_EVERY_MS : false),
  });

const keepCollection = (client: QueryClient, collection: DocumentCollection) => {
  client.setQueryData(collectionQuery(collection.id).queryKey, collection);
  return client.invalidateQueries({ queryKey: collectionsQuery.queryKey });
};

export const makeCollectionMutation = (client: QueryClient) =>
  mutationOptions({
    meta: { ownError: true },
    mutationFn: (body: NewDocumentCollection) => api.post("/api/documents/collections", { body }),
    onSuccess: (collection) => keepCollection(client, collection),
  });

export const changeCollectionMutation = (client: QueryClient, id: string) =>
  mutationOptions({
    meta: { ownError: true },
    mutationFn: (body: Partial<Omit<NewDocumentCollection, "id">>) =>
      api.patch("/api/documents/collections/{id}", { path: { id }, body }),
    onSuccess: (collection) => keepCollection(client, collection),
  });

export const deleteCollectionMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (id: string) => api.delete("/api/documents/collections/{id}", { path: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: KEY }),
  });

export const restoreCollectionMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (id: string) => api.post("/api/documents/collections/{id}/restore", { path: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: KEY }),
  });

const keep = (client: QueryClient, document: LibraryDocument) => {
  client.setQueryData(documentQuery(document.id).queryKey, document);
  return client.invalidateQueries({ queryKey: KEY });
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

/** Sets the subject of a conversation before it starts. */
export const beginChat = ({ kind, id }: Subject, conversationId: string) =>
  kind === "library"
    ? api.put("/api/documents/library/{id}/chats/{conversationId}", { path: { id, conversationId } })
    : api.put("/api/documents/collections/{id}/chats/{conversationId}", { path: { id, conversationId } });
