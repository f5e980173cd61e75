import { byCursor } from "@ensemble/blocks/by-cursor";
import { api } from "@ensemble/contract/api";
import { uuidV7 } from "@ensemble/contract/uuid-v7";
import { infiniteQueryOptions, mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import type { ScheduleTimes, ScheduleWish } from "./operations";

/** `schedule.changed` refetches all that begins with it. */
const KEY = ["schedule"];

/** Query for the person's schedules, newest first. */
export const schedulesQuery = queryOptions({
  queryKey: [...KEY, "list"],
  queryFn: ({ signal }) => api.get("/api/schedules", { signal }),
  select: ({ items }) => items,
});

export const scheduleQuery = (id: string) =>
  queryOptions({
    queryKey: [...KEY, "one", id],
    queryFn: ({ signal }) => api.get("/api/schedules/{id}", { path: { id }, signal }),
  });

/** Query for the runs of a schedule, newest first, paginated. */
export const runsQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: [...KEY, "one", id, "runs"],
    queryFn: ({ pageParam, signal }) =>
      api.get("/api/schedules/{id}/runs", { path: { id }, query: { cursor: pageParam, limit: 20 }, signal }),
    ...byCursor,
  });

/** Query for the result of a run and the one before it. Results never change. */
export const changesQuery = (id: string, run: string) =>
  queryOptions({
    queryKey: ["schedule-changes", id, run],
    queryFn: ({ signal }) => api.get("/api/schedules/{id}/runs/{run}/changes", { path: { id, run }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** The person's time zone, as their device has it. */
export const ownZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Query for the times that are meant by words. */
export const wordsQuery = (words: string, zone: string) =>
  queryOptions({
    queryKey: ["schedule-preview", words, zone],
    queryFn: ({ signal }) => api.post("/api/schedules/preview", { body: { words, zone }, signal }),
    staleTime: 60_000,
    retry: false,
  });

/** Query for the next dates of times. */
export const datesQuery = (times: ScheduleTimes) =>
  queryOptions({
    queryKey: ["schedule-preview", times],
    queryFn: ({ signal }) =>
      api.post("/api/schedules/preview", { body: { times, zone: times.zone }, signal }),
    staleTime: 60_000,
    retry: false,
  });

const settled = (client: QueryClient) => ({
  onSettled: () => client.invalidateQueries({ queryKey: KEY }),
});

export const saveMutation = (client: QueryClient, id: string | null) => {
  // A retry of the same form creates nothing twice.
  const newId = uuidV7();
  return mutationOptions({
    mutationFn: (wish: ScheduleWish) =>
      id
        ? api.put("/api/schedules/{id}", { path: { id }, body: wish })
        : api.post("/api/schedules", { body: { id: newId, ...wish } }),
    ...settled(client),
  });
};

export const pauseMutation = (client: QueryClient, id: string) =>
  mutationOptions({
    mutationFn: (paused: boolean) => api.put("/api/schedules/{id}/pause", { path: { id }, body: { paused } }),
    ...settled(client),
  });

export const runNowMutation = (client: QueryClient, id: string) =>
  mutationOptions({
    mutationFn: () => api.post("/api/schedules/{id}/runs", { path: { id }, body: { id: uuidV7() } }),
    ...settled(client),
  });

export const deleteMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (id: string) => api.delete("/api/schedules/{id}", { path: { id } }),
    ...settled(client),
  });

export const restoreMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (id: string) => api.post("/api/schedules/{id}/restore", { path: { id } }),
    ...settled(client),
  });

export const seenMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (id: string) => api.post("/api/schedules/{id}/seen", { path: { id } }),
    ...settled(client),
  });
