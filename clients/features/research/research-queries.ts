import { isActive, type TaskState, taskEvents, taskKind } from "@ensemble/blocks/tasks/task-kind";
import { api } from "@ensemble/contract/api";
import type {
  NewResearch,
  Research,
  ResearchAgreement,
  ResearchContinuation,
  ResearchEntry,
  ResearchSchedule,
  ResearchState,
} from "@ensemble/contract/wire";
import { type QueryClient, queryOptions } from "@tanstack/react-query";

const STATES: Record<ResearchState, TaskState> = {
  clarifying: "running",
  asking: "paused",
  planning: "running",
  planned: "paused",
  researching: "running",
  writing: "running",
  paused: "paused",
  completed: "succeeded",
  cancelled: "cancelled",
};

export const researches = taskKind<Research, ResearchEntry>({
  key: "research",
  get: (id, signal) => api.get("/api/research/researches/{id}", { path: { id }, signal }),
  list: (query, signal) => api.get("/api/research/researches", { query, signal }),
  cancel: ({ id }) => api.post("/api/research/researches/{id}/cancel", { path: { id } }),
  remove: (id) => api.delete("/api/research/researches/{id}", { path: { id } }),
  restore: (id) => api.post("/api/research/researches/{id}/restore", { path: { id } }),
  stateOf: ({ state }) => STATES[state],
  hasFilters: true,
  eventsOf: taskEvents,
});

/** Returns true if a research is in progress. */
export const isWorking = (state: ResearchState) => isActive(STATES[state]);

/** Returns the path of a research; without an id, of a new one. */
export const placeOf = (id = "") => `/home/research/${id}`.replace(/\/$/, "");

/** Query for the sources that can be searched on this server, shared with web search. */
export const placesQuery = queryOptions({
  queryKey: ["search", "sources"],
  queryFn: ({ signal }) => api.get("/api/search/sources", { signal }),
  staleTime: 60_000,
});

/** Query for the text of a page as it was read. */
export const pageQuery = (id: string, number: number) =>
  queryOptions({
    queryKey: ["research", "page", id, number],
    queryFn: ({ signal }) =>
      api.get("/api/research/researches/{id}/pages/{number}", { path: { id, number: `${number}` }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

export const beginMutation = (client: QueryClient) =>
  researches.change(client, (body: NewResearch) => api.post("/api/research/researches", { body }));

export const answerMutation = (client: QueryClient, id: string) =>
  researches.change(client, (answers: (string | null)[]) =>
    api.post("/api/research/researches/{id}/answers", { path: { id }, body: { answers } }),
  );

export const agreeMutation = (client: QueryClient, id: string) =>
  researches.change(client, (body: ResearchAgreement) =>
    api.post("/api/research/researches/{id}/plan", { path: { id }, body }),
  );

export const pauseMutation = (client: QueryClient, id: string) =>
  researches.change(client, () => api.post("/api/research/researches/{id}/pause", { path: { id } }));

export const continueMutation = (client: QueryClient, id: string) =>
  researches.change(client, (body: ResearchContinuation) =>
    api.post("/api/research/researches/{id}/continue", { path: { id }, body }),
  );

export const againMutation = (client: QueryClient, id: string) =>
  researches.change(client, (newId: string) =>
    api.post("/api/research/researches/{id}/again", { path: { id }, body: { id: newId } }),
  );

export const scheduleMutation = (client: QueryClient, id: string) =>
  researches.change(client, (body: ResearchSchedule) =>
    api.put("/api/research/researches/{id}/schedule", { path: { id }, body }),
  );

/** Returns a comparison of report sections: the summary first, then topics as planned. */
export const byPlan =
  ({ plan }: Research) =>
  (one: { topic: number }, other: { topic: number }): number => {
    const place = (topic: number) => (topic === 0 ? -1 : plan.findIndex(({ number }) => number === topic));
    return place(one.topic) - place(other.topic);
  };

/** Returns the sections of a report in that order. */
export const inOrder = (research: Research) => [...research.sections].sort(byPlan(research));
