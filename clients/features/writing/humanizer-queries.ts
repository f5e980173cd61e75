import { byCursor } from "@ensemble/blocks/by-cursor";
import { api } from "@ensemble/contract/api";
import type { NewHumanization } from "@ensemble/contract/wire";
import {
  infiniteQueryOptions,
  keepPreviousData,
  mutationOptions,
  type QueryClient,
  queryOptions,
} from "@tanstack/react-query";

/** Returns the path of a humanization; without an id, of a new one. */
export const placeOf = (id = "") => `/bypass-ai/${id}`.replace(/\/$/, "");

/** Query for a humanization, with polling while it is written, in case events are lost. */
export const humanizationQuery = (id: string) =>
  queryOptions({
    queryKey: ["humanizer", "one", id],
    queryFn: ({ signal }) => api.get("/api/writing/humanizations/{id}", { path: { id }, signal }),
    refetchInterval: ({ state }) => (state.data?.state === "running" ? 2_500 : false),
  });

/** Query for the price of a text before it is charged. */
export const priceQuery = (text: string) =>
  queryOptions({
    queryKey: ["humanizer", "price", text],
    queryFn: ({ signal }) => api.post("/api/writing/humanizations/price", { body: { text }, signal }),
    enabled: text.trim() !== "",
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: 60_000,
    // Each keystroke leaves one behind.
    gcTime: 10_000,
  });

/** Query for humanizations by their first words, newest first, paginated. */
export const humanizationsQuery = infiniteQueryOptions({
  queryKey: ["humanizer", "all"],
  queryFn: ({ pageParam, signal }) =>
    api.get("/api/writing/humanizations", { query: { cursor: pageParam, limit: 30 }, signal }),
  ...byCursor,
  select: ({ pages }) => ({
    pages: pages.map(({ items }) => ({ items: items.map((entry) => ({ ...entry, title: entry.excerpt })) })),
  }),
});

export const humanizeMutation = (client: QueryClient) =>
  mutationOptions({
    meta: { ownError: true },
    mutationFn: (body: NewHumanization) => api.post("/api/writing/humanizations", { body }),
    onSuccess: (made) => {
      client.setQueryData(humanizationQuery(made.id).queryKey, made);
      return client.invalidateQueries({ queryKey: humanizationsQuery.queryKey });
    },
  });

export const stopMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (runId: string) => api.post("/api/runs/{id}/cancel", { path: { id: runId } }),
    onSettled: () => client.invalidateQueries({ queryKey: ["humanizer", "one"] }),
  });

/** Deletes it permanently, even if the page closes meanwhile. */
export const deleteHumanization = (id: string) =>
  api.delete("/api/writing/humanizations/{id}", { path: { id }, keepalive: true });
