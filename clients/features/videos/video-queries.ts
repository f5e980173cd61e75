import { taskEvents, taskKind } from "@ensemble/blocks/tasks/task-kind";
import { api } from "@ensemble/contract/api";
import type { NewVideoTask, VideoTask, VideoTaskEntry } from "@ensemble/contract/wire";
import { mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";

/** First part of the keys of all queries of the area: the server's hint `videos.changed` refetches them. */
export const KEY = "videos";

export const videoTasks = taskKind<VideoTask, VideoTaskEntry>({
  key: KEY,
  get: (id, signal) => api.get("/api/videos/tasks/{video_task_id}", { path: { video_task_id: id }, signal }),
  list: (query, signal) => api.get("/api/videos/tasks", { query, signal }),
  cancel: ({ id }) => api.post("/api/tasks/{id}/cancel", { path: { id } }),
  remove: (id) => api.delete("/api/tasks/{id}", { path: { id } }),
  restore: (id) => api.post("/api/tasks/{id}/restore", { path: { id } }),
  stateOf: ({ state }) => state,
  hasFilters: true,
  eventsOf: taskEvents,
});

/** Tasks without their events, for pages with many: a browser has few connections to a server. */
export const quietTasks = { ...videoTasks, eventsOf: undefined };

/** Tasks whose events are followed at a time; the others are polled. */
export const FOLLOWED_MAX = 2;

/** Query for the connected models that make videos. */
export const videoModelsQuery = queryOptions({
  queryKey: [KEY, "models"],
  queryFn: async ({ signal }) => (await api.get("/api/videos/models", { signal })).models,
  staleTime: 60_000,
});

export const videoQuery = (id: string) =>
  queryOptions({
    queryKey: [KEY, "video", id],
    queryFn: ({ signal }) => api.get("/api/videos/{video_id}", { path: { video_id: id }, signal }),
  });

/** Mutation that begins a task. The component shows its errors. */
export const beginTaskMutation = (client: QueryClient) =>
  videoTasks.change(client, (body: NewVideoTask) => api.post("/api/videos/tasks", { body }));

/** Retries a task that failed; nothing is charged twice. */
export const retryTaskMutation = (client: QueryClient) =>
  mutationOptions({
    meta: { ownError: true },
    mutationFn: (id: string) => api.post("/api/tasks/{id}/retry", { path: { id } }),
    onSettled: () => videoTasks.refresh(client),
  });
