import { api } from "@ensemble/contract/api";
import { queryOptions } from "@tanstack/react-query";

/** Query for the models the person can choose. `models.changed` refetches them. */
export const modelsQuery = queryOptions({
  queryKey: ["models"],
  meta: { keep: true },
  queryFn: ({ signal }) => api.get("/api/models", { signal }),
  staleTime: 5 * 60_000,
});

/** Query for the balance of each meter. Refetched after every answer. */
export const usageQuery = queryOptions({
  queryKey: ["usage"],
  queryFn: ({ signal }) => api.get("/api/billing/usage", { signal }),
  staleTime: 60_000,
});

/** Query for a bot: its name and icon, and whether it still takes messages. */
export const botQuery = (id: string) =>
  queryOptions({
    queryKey: ["bots", "one", id],
    queryFn: ({ signal }) => api.get("/api/bots/{id}", { path: { id }, signal }),
    staleTime: 60_000,
  });

/** Query for the bots this person created, marked or talked to: pinned ones first. */
export const botsQuery = queryOptions({
  queryKey: ["bots", "mine"],
  queryFn: ({ signal }) => api.get("/api/bots", { signal }),
});
