import { byCursor } from "@ensemble/blocks/by-cursor";
import { api } from "@ensemble/contract/api";
import {
  infiniteQueryOptions,
  keepPreviousData,
  mutationOptions,
  type QueryClient,
  queryOptions,
} from "@tanstack/react-query";
import type { Humanization, HumanizationEntry, HumanizationPrice, NewHumanization } from "./humanization";

const HUMANIZATIONS = "/api/writing/humanizations";

// biome-ignore lint/suspicious/noExplicitAny: until its routes are in the contract
const server = api as any;

/** Where a text was made to read naturally; without an id, where one begins. */
export const placeOf = (id = "") => `/bypass-ai/${id}`.replace(/\/$/, "");

/** One with all it has. While it is written, it is asked for from time to time as well: its events may be lost. */
export const humanizationQuery = (id: string) =>
  queryOptions({
    queryKey: ["humanizer", "one", id],
    queryFn: ({ signal }): Promise<Humanization> =>
      server.get(`${HUMANIZATIONS}/{id}`, { path: { id }, signal }),
    refetchInterval: ({ state }) => (state.data?.state === "running" ? 2_500 : false),
  });

/** What a text costs, before it is paid. */
export const priceQuery = (text: string) =>
  queryOptions({
    queryKey: ["humanizer", "price", text],
    queryFn: ({ signal }): Promise<HumanizationPrice> =>
      server.post(`${HUMANIZATIONS}/price`, { body: { text }, signal }),
    enabled: text.trim() !== "",
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: 60_000,
    // Each keystroke leaves one behind.
    gcTime: 10_000,
  });

/** What was rewritten before, the newest first, page by page: each by how it begins. */
export const humanizationsQuery = infiniteQueryOptions({
  queryKey: ["humanizer", "all"],
  queryFn: ({ pageParam, signal }): Promise<{ items: HumanizationEntry[]; next_cursor?: string | null }> =>
    server.get(HUMANIZATIONS, { query: { cursor: pageParam, limit: 30 }, signal }),
  ...byCursor,
  select: ({ pages }) => ({
    pages: pages.map(({ items }) => ({ items: items.map((entry) => ({ ...entry, title: entry.excerpt })) })),
  }),
});

export const humanizeMutation = (client: QueryClient) =>
  mutationOptions({
    meta: { ownError: true },
    mutationFn: (body: NewHumanization): Promise<Humanization> => server.post(HUMANIZATIONS, { body }),
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

/** For good. It goes through when the page goes meanwhile. */
export const deleteHumanization = (id: string): Promise<void> =>
  server.delete(`${HUMANIZATIONS}/{id}`, { path: { id }, keepalive: true });
