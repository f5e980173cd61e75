import { byCursor } from "@ensemble/blocks/by-cursor";
import { api } from "@ensemble/contract/api";
import type {
  NewSearch,
  Search,
  SearchEntry,
  SearchFinderChange,
  SearchInChat,
  SearchState,
} from "@ensemble/contract/wire";
import { infiniteQueryOptions, mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";

const isGoing = (state: SearchState) => state === "searching" || state === "reading" || state === "answering";

export const isOver = (search: Search) => !isGoing(search.state);

/** Where can be searched on this server. */
export const searchSourcesQuery = queryOptions({
  queryKey: ["search", "sources"],
  queryFn: ({ signal }) => api.get("/api/search/sources", { signal }),
  staleTime: 60_000,
});

/** A search with all it has. Hints say that it changed; should one be lost, it is asked for all the same. */
export const searchQuery = (id: string) =>
  queryOptions({
    queryKey: ["search", "one", id],
    queryFn: ({ signal }) => api.get("/api/search/searches/{id}", { path: { id }, signal }),
    refetchInterval: ({ state }) => (state.data && isGoing(state.data.state) ? 2_500 : false),
  });

/** The search history, the newest first, page by page. */
export const searchHistoryQuery = infiniteQueryOptions({
  queryKey: ["search", "history"],
  queryFn: ({ pageParam, signal }) =>
    api.get("/api/search/searches", { query: { cursor: pageParam, limit: 50 }, signal }),
  ...byCursor,
});

/** What stood in a page when it was read. */
export const snapshotQuery = (id: string, number: number) =>
  queryOptions({
    queryKey: ["search", "page", id, number],
    queryFn: ({ signal }) =>
      api.get("/api/search/searches/{id}/pages/{number}", { path: { id, number: `${number}` }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

export const beginSearchMutation = (queryClient: QueryClient) =>
  mutationOptions({
    meta: { ownError: true },
    mutationFn: (body: NewSearch) => api.post("/api/search/searches", { body }),
    onSuccess: (search) => {
      queryClient.setQueryData(searchQuery(search.id).queryKey, search);
      return queryClient.invalidateQueries({ queryKey: searchHistoryQuery.queryKey });
    },
  });

export const stopSearchMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: (id: string) => api.post("/api/search/searches/{id}/cancel", { path: { id } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ["search", "one"] }),
  });

export const deleteSearchMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: ({ id }: SearchEntry) => api.delete("/api/search/searches/{id}", { path: { id } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: searchHistoryQuery.queryKey }),
  });

export const restoreSearchMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: ({ id }: SearchEntry) => api.post("/api/search/searches/{id}/restore", { path: { id } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ["search"] }),
  });

/** The services that searches ask; for the operator. */
export const findersQuery = queryOptions({
  queryKey: ["search", "finders"],
  queryFn: ({ signal }) => api.get("/api/search/finders", { signal }),
});

export const changeFinderMutation = (queryClient: QueryClient, id: string) =>
  mutationOptions({
    mutationFn: (body: SearchFinderChange) => api.patch("/api/search/finders/{id}", { path: { id }, body }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ["search"] }),
  });

export const testFinderMutation = (id: string) =>
  mutationOptions({
    mutationFn: () => api.post("/api/search/finders/{id}/test", { path: { id } }),
  });

/** How the person has the web in chats. */
export const chatWebQuery = queryOptions({
  queryKey: ["search", "chat"],
  queryFn: ({ signal }) => api.get("/api/search/chat", { signal }),
  staleTime: 60_000,
});

export const setChatWebMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: (body: SearchInChat) => api.put("/api/search/chat", { body }),
    onMutate: (next) => queryClient.setQueryData(chatWebQuery.queryKey, next),
    onSettled: () => queryClient.invalidateQueries({ queryKey: chatWebQuery.queryKey }),
  });
