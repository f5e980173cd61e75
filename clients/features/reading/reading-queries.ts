import { byCursor } from "@ensemble/blocks/by-cursor";
import { api } from "@ensemble/contract/api";
import type { NewReading, Reading, ReadingAgain, ReadingEntry, ReadingState } from "@ensemble/contract/wire";
import { infiniteQueryOptions, mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";

export const isFinished = (state: ReadingState) =>
  state === "complete" || state === "failed" || state === "cancelled";

/** Query for a reading, with polling in case hints are lost. */
export const readingQuery = (id: string) =>
  queryOptions({
    queryKey: ["reading", "one", id],
    queryFn: ({ signal }) => api.get("/api/reading/readings/{id}", { path: { id }, signal }),
    refetchInterval: ({ state }) => (state.data && !isFinished(state.data.state) ? 2_500 : false),
  });

/** Query for the text of a reading in numbered passages. */
export const readingSourceQuery = (id: string) =>
  queryOptions({
    queryKey: ["reading", "source", id],
    queryFn: ({ signal }) => api.get("/api/reading/readings/{id}/source", { path: { id }, signal }),
    staleTime: 60_000,
  });

/** Query for readings, newest first, paginated. */
export const readingsQuery = infiniteQueryOptions({
  queryKey: ["reading", "list"],
  queryFn: ({ pageParam, signal }) =>
    api.get("/api/reading/readings", { query: { cursor: pageParam, limit: 30 }, signal }),
  ...byCursor,
});

const keep = (queryClient: QueryClient, reading: Reading) => {
  queryClient.setQueryData(readingQuery(reading.id).queryKey, reading);
  return queryClient.invalidateQueries({ queryKey: readingsQuery.queryKey });
};

export const beginReadingMutation = (queryClient: QueryClient) =>
  mutationOptions({
    meta: { ownError: true },
    mutationFn: (body: NewReading) => api.post("/api/reading/readings", { body }),
    onSuccess: (reading) => keep(queryClient, reading),
  });

export const readAgainMutation = (queryClient: QueryClient, id: string) =>
  mutationOptions({
    meta: { ownError: true },
    mutationFn: (body: ReadingAgain) => api.post("/api/reading/readings/{id}/again", { path: { id }, body }),
    onSuccess: (reading) => keep(queryClient, reading),
  });

export const stopReadingMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: (id: string) => api.post("/api/reading/readings/{id}/cancel", { path: { id } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ["reading"] }),
  });

export const keepSourceMutation = (queryClient: QueryClient, id: string) =>
  mutationOptions({
    mutationFn: (keep_source: boolean) =>
      api.patch("/api/reading/readings/{id}", { path: { id }, body: { keep_source } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ["reading"] }),
  });

export const deleteReadingMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: ({ id }: Pick<ReadingEntry, "id">) =>
      api.delete("/api/reading/readings/{id}", { path: { id } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: readingsQuery.queryKey }),
  });

export const restoreReadingMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: ({ id }: Pick<ReadingEntry, "id">) =>
      api.post("/api/reading/readings/{id}/restore", { path: { id } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ["reading"] }),
  });
