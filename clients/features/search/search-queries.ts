import { searches } from "@ensemble/blocks/tasks/searches";
import { api } from "@ensemble/contract/api";
import type {
  NewSearch,
  NewSearchEngine,
  SearchEngineChange,
  SearchFeed,
  SearchInChat,
} from "@ensemble/contract/wire";
import { mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";

/** Query for the sources that can be searched on this server. */
export const searchSourcesQuery = queryOptions({
  queryKey: ["search", "sources"],
  queryFn: ({ signal }) => api.get("/api/search/sources", { signal }),
  staleTime: 60_000,
});

/** Query for the text of a page as it was read. */
export const snapshotQuery = (id: string, number: number) =>
  queryOptions({
    queryKey: ["search", "page", id, number],
    queryFn: ({ signal }) =>
      api.get("/api/search/searches/{id}/pages/{number}", { path: { id, number: `${number}` }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

export const beginSearchMutation = (client: QueryClient) =>
  searches.change(client, (body: NewSearch) => api.post("/api/search/searches", { body }));

/** Query for the search engines; for the operator. */
export const enginesQuery = queryOptions({
  queryKey: ["search", "finders"],
  queryFn: ({ signal }) => api.get("/api/search/finders", { signal }),
});

export const changeEngineMutation = (queryClient: QueryClient, id: string) =>
  mutationOptions({
    mutationFn: (body: SearchEngineChange) => api.patch("/api/search/finders/{id}", { path: { id }, body }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ["search"] }),
  });

export const testEngineMutation = (id: string) =>
  mutationOptions({
    mutationFn: () => api.post("/api/search/finders/{id}/test", { path: { id } }),
  });

/** Creates or changes a custom engine. */
export const saveCustomEngineMutation = (queryClient: QueryClient, id: string | null) =>
  mutationOptions({
    meta: { ownError: true },
    mutationFn: (body: NewSearchEngine) =>
      id === null
        ? api.post("/api/search/finders", { body })
        : api.put("/api/search/finders/{id}", { path: { id }, body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ["search"] }),
  });

export const removeEngineMutation = (queryClient: QueryClient, id: string) =>
  mutationOptions({
    mutationFn: () => api.delete("/api/search/finders/{id}", { path: { id } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ["search"] }),
  });

/** Reorders engines optimistically. */
export const orderEnginesMutation = (queryClient: QueryClient) =>
  mutationOptions({
    // In sequence, or an earlier order might arrive last.
    scope: { id: "search.finder-order" },
    mutationFn: (ids: string[]) => api.put("/api/search/finder-order", { body: { ids } }),
    onMutate: (ids) => {
      const known = queryClient.getQueryData(enginesQuery.queryKey);
      if (!known) return;
      const items = known.items.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
      queryClient.setQueryData(enginesQuery.queryKey, { items });
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ["search"] }),
  });

/** Owner of feeds: the person, or everybody. */
export type FeedsOf = "own" | "everybody";

const FEEDS = {
  own: {
    list: "/api/search/feeds",
    one: "/api/search/feeds/{id}",
    restored: "/api/search/feeds/{id}/restore",
    opml: "/api/search/feeds/opml",
  },
  everybody: {
    list: "/api/search/shared-feeds",
    one: "/api/search/shared-feeds/{id}",
    restored: "/api/search/shared-feeds/{id}/restore",
    opml: "/api/search/shared-feeds/opml",
  },
} as const;

export const feedsQuery = (of: FeedsOf) =>
  queryOptions({
    queryKey: ["search", "feeds", of],
    queryFn: ({ signal }) => api.get(FEEDS[of].list, { signal }),
  });

/** Refetches the feeds and the searchable sources. */
const feedsChanged = (queryClient: QueryClient, of: FeedsOf) => () =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: feedsQuery(of).queryKey }),
    queryClient.invalidateQueries({ queryKey: searchSourcesQuery.queryKey }),
  ]);

export const addFeedMutation = (queryClient: QueryClient, of: FeedsOf) =>
  mutationOptions({
    meta: { ownError: true },
    mutationFn: (url: string) => api.post(FEEDS[of].list, { body: { url } }),
    onSuccess: feedsChanged(queryClient, of),
  });

export const importFeedsMutation = (queryClient: QueryClient, of: FeedsOf) =>
  mutationOptions({
    meta: { ownError: true },
    mutationFn: async (file: File) => api.post(FEEDS[of].opml, { body: { opml: await file.text() } }),
    onSuccess: feedsChanged(queryClient, of),
  });

export const removeFeedMutation = (queryClient: QueryClient, of: FeedsOf) =>
  mutationOptions({
    mutationFn: ({ id }: SearchFeed) => api.delete(FEEDS[of].one, { path: { id } }),
    onSettled: feedsChanged(queryClient, of),
  });

export const restoreFeedMutation = (queryClient: QueryClient, of: FeedsOf) =>
  mutationOptions({
    mutationFn: ({ id }: SearchFeed) => api.post(FEEDS[of].restored, { path: { id } }),
    onSettled: feedsChanged(queryClient, of),
  });

/** Query for the person's web search setting in chats. */
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
