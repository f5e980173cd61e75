import { type TaskEntry, type TaskState, taskEvents, taskKind } from "@ensemble/blocks/tasks/task-kind";
import { api } from "@ensemble/contract/api";
import type {
  Humanization,
  HumanizationEntry,
  HumanizationState,
  NewHumanization,
} from "@ensemble/contract/wire";
import { keepPreviousData, type QueryClient, queryOptions } from "@tanstack/react-query";

/** Returns the path of a humanization; without an id, of a new one. */
export const placeOf = (id = "") => `/bypass-ai/${id}`.replace(/\/$/, "");

const STATES: Record<HumanizationState, TaskState> = {
  running: "running",
  completed: "succeeded",
  stopped: "cancelled",
  failed: "failed",
  interrupted: "failed",
};

/** Entry of the history, titled by its first words. */
export type HumanizationRow = HumanizationEntry & TaskEntry;

export const humanizations = taskKind<Humanization, HumanizationRow>({
  key: "humanizer",
  get: (id, signal) => api.get("/api/writing/humanizations/{id}", { path: { id }, signal }),
  list: async (query, signal) => {
    const page = await api.get("/api/writing/humanizations", { query, signal });
    return { ...page, items: page.items.map((entry) => ({ ...entry, title: entry.excerpt })) };
  },
  cancel: ({ run_id }) => api.post("/api/runs/{id}/cancel", { path: { id: run_id } }),
  remove: (id) => api.delete("/api/writing/humanizations/{id}", { path: { id } }),
  restore: (id) => api.post("/api/writing/humanizations/{id}/restore", { path: { id } }),
  stateOf: ({ state }) => STATES[state],
  hasFilters: true,
  eventsOf: taskEvents,
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

export const humanizeMutation = (client: QueryClient) =>
  humanizations.change(client, (body: NewHumanization) => api.post("/api/writing/humanizations", { body }));
