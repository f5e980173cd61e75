import { type TaskState, taskEvents, taskKind } from "@ensemble/blocks/tasks/task-kind";
import { api } from "@ensemble/contract/api";
import type { NewReading, Reading, ReadingAgain, ReadingEntry, ReadingState } from "@ensemble/contract/wire";
import { mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";

const STATES: Record<ReadingState, TaskState> = {
  waiting: "queued",
  reading: "running",
  summarizing: "running",
  complete: "succeeded",
  failed: "failed",
  cancelled: "cancelled",
};

export const readings = taskKind<Reading, ReadingEntry>({
  key: "reading",
  get: (id, signal) => api.get("/api/reading/readings/{id}", { path: { id }, signal }),
  list: (query, signal) => api.get("/api/reading/readings", { query, signal }),
  cancel: ({ id }) => api.post("/api/reading/readings/{id}/cancel", { path: { id } }),
  remove: (id) => api.delete("/api/reading/readings/{id}", { path: { id } }),
  restore: (id) => api.post("/api/reading/readings/{id}/restore", { path: { id } }),
  stateOf: ({ state }) => STATES[state],
  hasFilters: true,
  eventsOf: taskEvents,
});

/** Query for the text of a reading in numbered passages. */
export const readingSourceQuery = (id: string) =>
  queryOptions({
    // Refetched together with its reading.
    queryKey: [...readings.one(id).queryKey, "source"],
    queryFn: ({ signal }) => api.get("/api/reading/readings/{id}/source", { path: { id }, signal }),
    staleTime: 60_000,
  });

export const beginReadingMutation = (client: QueryClient) =>
  readings.change(client, (body: NewReading) => api.post("/api/reading/readings", { body }));

export const readAgainMutation = (client: QueryClient, id: string) =>
  readings.change(client, (body: ReadingAgain) =>
    api.post("/api/reading/readings/{id}/again", { path: { id }, body }),
  );

export const keepSourceMutation = (client: QueryClient, id: string) =>
  mutationOptions({
    mutationFn: (keep_source: boolean) =>
      api.patch("/api/reading/readings/{id}", { path: { id }, body: { keep_source } }),
    onSettled: () => readings.refresh(client),
  });
