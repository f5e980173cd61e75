import { byCursor } from "@ensemble/blocks/by-cursor";
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
import { infiniteQueryOptions, mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";

const WORKING: readonly ResearchState[] = ["clarifying", "planning", "researching", "writing"];

/** Returns true if a research is in progress. */
export const isWorking = (state: ResearchState) => WORKING.includes(state);

/** Returns the path of a research; without an id, of a new one. */
export const placeOf = (id = "") => `/home/research/${id}`.replace(/\/$/, "");

/** Query for the sources that can be searched on this server, shared with web search. */
export const placesQuery = queryOptions({
  queryKey: ["search", "sources"],
  queryFn: ({ signal }) => api.get("/api/search/sources", { signal }),
  staleTime: 60_000,
});

/** Query for a research, with polling in case hints are lost. */
export const researchQuery = (id: string) =>
  queryOptions({
    queryKey: ["research", "one", id],
    queryFn: ({ signal }) => api.get("/api/research/researches/{id}", { path: { id }, signal }),
    refetchInterval: ({ state }) => (state.data && isWorking(state.data.state) ? 2_500 : false),
  });

/** Query for researches, newest first, paginated. */
export const researchesQuery = infiniteQueryOptions({
  queryKey: ["research", "all"],
  queryFn: ({ pageParam, signal }) =>
    api.get("/api/research/researches", { query: { cursor: pageParam, limit: 50 }, signal }),
  ...byCursor,
});

/** Query for the text of a page as it was read. */
export const pageQuery = (id: string, number: number) =>
  queryOptions({
    queryKey: ["research", "page", id, number],
    queryFn: ({ signal }) =>
      api.get("/api/research/researches/{id}/pages/{number}", { path: { id, number: `${number}` }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Mutation of a research that returns its new state. */
function changing<Wish>(client: QueryClient, change: (wish: Wish) => Promise<Research>) {
  return mutationOptions({
    meta: { ownError: true },
    mutationFn: change,
    onSuccess: (research) => {
      client.setQueryData(researchQuery(research.id).queryKey, research);
      return client.invalidateQueries({ queryKey: researchesQuery.queryKey });
    },
  });
}

export const beginMutation = (client: QueryClient) =>
  changing(client, (body: NewResearch) => api.post("/api/research/researches", { body }));

export const answerMutation = (client: QueryClient, id: string) =>
  changing(client, (answers: (string | null)[]) =>
    api.post("/api/research/researches/{id}/answers", { path: { id }, body: { answers } }),
  );

export const agreeMutation = (client: QueryClient, id: string) =>
  changing(client, (body: ResearchAgreement) =>
    api.post("/api/research/researches/{id}/plan", { path: { id }, body }),
  );

export const pauseMutation = (client: QueryClient, id: string) =>
  changing(client, () => api.post("/api/research/researches/{id}/pause", { path: { id } }));

export const continueMutation = (client: QueryClient, id: string) =>
  changing(client, (body: ResearchContinuation) =>
    api.post("/api/research/researches/{id}/continue", { path: { id }, body }),
  );

export const againMutation = (client: QueryClient, id: string) =>
  changing(client, (newId: string) =>
    api.post("/api/research/researches/{id}/again", { path: { id }, body: { id: newId } }),
  );

export const scheduleMutation = (client: QueryClient, id: string) =>
  changing(client, (body: ResearchSchedule) =>
    api.put("/api/research/researches/{id}/schedule", { path: { id }, body }),
  );

export const cancelMutation = (client: QueryClient, id: string) =>
  mutationOptions({
    mutationFn: () => api.post("/api/research/researches/{id}/cancel", { path: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: ["research"] }),
  });

export const deleteMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ id }: ResearchEntry) => api.delete("/api/research/researches/{id}", { path: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: researchesQuery.queryKey }),
  });

export const restoreMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ id }: ResearchEntry) =>
      api.post("/api/research/researches/{id}/restore", { path: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: ["research"] }),
  });

/** Returns a comparison of report sections: the summary first, then topics as planned. */
export const byPlan =
  ({ plan }: Research) =>
  (one: { topic: number }, other: { topic: number }): number => {
    const place = (topic: number) => (topic === 0 ? -1 : plan.findIndex(({ number }) => number === topic));
    return place(one.topic) - place(other.topic);
  };

/** Returns the sections of a report in that order. */
export const inOrder = (research: Research) => [...research.sections].sort(byPlan(research));
