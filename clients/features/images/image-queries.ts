import { taskEvents, taskKind } from "@ensemble/blocks/tasks/task-kind";
import { api } from "@ensemble/contract/api";
import { onServer } from "@ensemble/contract/base-path";
import type { ImageTask, ImageTaskEntry, NewImageTask } from "@ensemble/contract/wire";
import { mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";

/** First part of the keys of all queries of the area: the server's hint `images.changed` refetches them. */
const KEY = "images";

export function getTask(id: string, signal: AbortSignal): Promise<ImageTask> {
  return api.get("/api/images/tasks/{id}", { path: { id }, signal });
}

export function cancelTask(id: string): Promise<unknown> {
  return api.post("/api/tasks/{id}/cancel", { path: { id } });
}

export const imageTasks = taskKind<ImageTask, ImageTaskEntry>({
  key: KEY,
  get: getTask,
  list: (query, signal) => api.get("/api/images/tasks", { query: { ...query }, signal }),
  cancel: ({ id }) => cancelTask(id),
  remove: (id) => api.delete("/api/tasks/{id}", { path: { id } }),
  restore: (id) => api.post("/api/tasks/{id}/restore", { path: { id } }),
  stateOf: ({ state }) => state,
  hasFilters: true,
  eventsOf: taskEvents,
});

/** Query for the connected models that make images. */
export const imageModelsQuery = queryOptions({
  queryKey: [KEY, "models"],
  queryFn: async ({ signal }) => (await api.get("/api/images/models", { signal })).models,
  staleTime: 60_000,
});

/** Query for the server's own image tools. */
export const imageToolsQuery = queryOptions({
  queryKey: [KEY, "tools"],
  queryFn: async ({ signal }) => (await api.get("/api/images/tools", { signal })).tools,
  staleTime: 300_000,
});

export const imageQuery = (id: string) =>
  queryOptions({
    queryKey: [KEY, "picture", id],
    queryFn: ({ signal }) => api.get("/api/images/{id}", { path: { id }, signal }),
  });

export const boardsQuery = queryOptions({
  queryKey: [KEY, "boards"],
  queryFn: ({ signal }) => api.get("/api/images/boards", { signal }).then(({ boards }) => boards),
});

const refreshBoards = (client: QueryClient) => client.invalidateQueries({ queryKey: boardsQuery.queryKey });

export const beginTask = (body: NewImageTask) => api.post("/api/images/tasks", { body });

/** Mutation that begins a task. The component shows its errors. */
export const beginTaskMutation = (client: QueryClient) => imageTasks.change(client, beginTask);

/** Retries a task that failed; nothing is charged twice. */
export const retryTaskMutation = (client: QueryClient) =>
  mutationOptions({
    meta: { ownError: true },
    mutationFn: (id: string) => api.post("/api/tasks/{id}/retry", { path: { id } }),
    onSettled: () => imageTasks.refresh(client),
  });

export interface ImageChange {
  starred?: boolean;
  board_id?: string | null;
}

export const changeImage = (id: string, body: ImageChange) =>
  api.patch("/api/images/{id}", { path: { id }, body });
export const deleteImage = (id: string) => api.delete("/api/images/{id}", { path: { id } });
export const restoreImage = (id: string) => api.post("/api/images/{id}/restore", { path: { id } });

export const addBoardMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (body: { id: string; name: string }) => api.post("/api/images/boards", { body }),
    onSettled: () => refreshBoards(client),
  });

export const renameBoardMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ id, name }: { id: string; name: string }) =>
      api.patch("/api/images/boards/{id}", { path: { id }, body: { name } }),
    onSettled: () => refreshBoards(client),
  });

export const deleteBoardMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (id: string) => api.delete("/api/images/boards/{id}", { path: { id } }),
    onSettled: () => refreshBoards(client),
  });

/** Keeps an uploaded file as an image, on a board if there is one, with the image that it was made from. */
export const addUpload = (fileId: string, boardId: string | null = null, parentId: string | null = null) =>
  api.post("/api/images/uploads", { body: { file_id: fileId, board_id: boardId, parent_id: parentId } });

/** Tasks of images without their events, for pages with many: a browser has few connections to a server. */
export const quietTasks = { ...imageTasks, eventsOf: undefined };

/** Tasks whose events are followed at a time; the others are polled. */
export const FOLLOWED_MAX = 2;

/** Path of an image's thumbnail. */
export const thumbnailUrl = (imageId: string) =>
  onServer(`/api/images/${encodeURIComponent(imageId)}/thumbnail`);

/** Path of the latest draft of a task; the number keeps browsers from showing the one before. */
export const draftUrl = (taskId: string, number: number) =>
  onServer(`/api/images/tasks/${encodeURIComponent(taskId)}/draft?number=${number}`);
