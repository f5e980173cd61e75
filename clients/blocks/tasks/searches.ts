import { api } from "@ensemble/contract/api";
import type { Search, SearchEntry, SearchState } from "@ensemble/contract/wire";
import { type TaskState, taskEvents, taskKind } from "./task-kind";

const STATES: Record<SearchState, TaskState> = {
  searching: "running",
  reading: "running",
  answering: "running",
  completed: "succeeded",
  failed: "failed",
  cancelled: "cancelled",
};

/** Searches of the web, and of memos for answers about them. */
export const searches = taskKind<Search, SearchEntry>({
  key: "search",
  get: (id, signal) => api.get("/api/search/searches/{id}", { path: { id }, signal }),
  list: (query, signal) => api.get("/api/search/searches", { query, signal }),
  cancel: ({ id }) => api.post("/api/search/searches/{id}/cancel", { path: { id } }),
  remove: (id) => api.delete("/api/search/searches/{id}", { path: { id } }),
  restore: (id) => api.post("/api/search/searches/{id}/restore", { path: { id } }),
  stateOf: ({ state }) => STATES[state],
  hasFilters: true,
  eventsOf: taskEvents,
});
