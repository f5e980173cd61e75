import { byCursor } from "@ensemble/blocks/by-cursor";
import { api } from "@ensemble/contract/api";
import { infiniteQueryOptions, mutationOptions, type QueryClient } from "@tanstack/react-query";

const KEY = ["powerups", "results"];

/** Query for what the person's runs answered, newest first, paginated; `powerupId`: null for all PowerUPs. */
export const resultsQuery = (powerupId: string | null) =>
  infiniteQueryOptions({
    queryKey: [...KEY, powerupId],
    queryFn: ({ pageParam, signal }) =>
      api.get("/api/powerups/results", {
        query: { powerup_id: powerupId ?? undefined, cursor: pageParam, limit: 20 },
        signal,
      }),
    ...byCursor,
  });

const refetch = (client: QueryClient) => client.invalidateQueries({ queryKey: KEY });

export const deleteResultMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (id: string) => api.delete("/api/powerups/results/{id}", { path: { id } }),
    onSettled: () => refetch(client),
  });

export const clearResultsMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (powerupId: string | null) =>
      api.delete("/api/powerups/results", { query: { powerup_id: powerupId ?? undefined } }),
    onSettled: () => refetch(client),
  });
