import { byCursor } from "@ensemble/blocks/by-cursor";
import { api } from "@ensemble/contract/api";
import { uuidV7 } from "@ensemble/contract/uuid-v7";
import {
  infiniteQueryOptions,
  keepPreviousData,
  mutationOptions,
  type QueryClient,
  queryOptions,
} from "@tanstack/react-query";
import type { Definition, PowerupDetail, RunInput, Scope } from "./operations";

const KEY = ["powerups"];

/** Query for the person's own PowerUPs, or their favorites. */
export const listQuery = (of: "mine" | "favorites") =>
  queryOptions({
    queryKey: [...KEY, "list", of],
    queryFn: ({ signal }) => api.get("/api/powerups", { query: { of }, signal }),
  });

/** Query for matching public PowerUPs, paginated. */
export const exploreQuery = (words: string) =>
  infiniteQueryOptions({
    queryKey: [...KEY, "explore", words],
    queryFn: ({ pageParam, signal }) =>
      api.get("/api/powerups/explore", { query: { q: words, cursor: pageParam, limit: 30 }, signal }),
    ...byCursor,
    placeholderData: keepPreviousData,
  });

export const powerupQuery = (id: string) =>
  queryOptions({
    queryKey: [...KEY, "one", id],
    queryFn: ({ signal }) => api.get("/api/powerups/{id}", { path: { id }, signal }),
    retry: false,
  });

/** Query for a shared PowerUP, for visitors too. */
export const publicQuery = (id: string) =>
  queryOptions({
    queryKey: [...KEY, "public", id],
    queryFn: ({ signal }) => api.get("/api/powerups/public/{id}", { path: { id }, signal }),
    retry: false,
  });

export const changesQuery = (id: string) =>
  queryOptions({
    queryKey: [...KEY, "changes", id],
    queryFn: ({ signal }) => api.get("/api/powerups/{id}/changes", { path: { id }, signal }),
  });

/** Query for the versions of one's own PowerUP; `newest`: the one that is known to be the last. */
export const versionsQuery = (id: string, newest: number) =>
  queryOptions({
    queryKey: [...KEY, "versions", id, newest],
    queryFn: ({ signal }) => api.get("/api/powerups/{id}/versions", { path: { id }, signal }),
  });

/** Query for a version, with what changed since, up to `newest`. */
export const versionQuery = (id: string, number: number, newest: number) =>
  queryOptions({
    queryKey: [...KEY, "version", id, number, newest],
    queryFn: ({ signal }) =>
      api.get("/api/powerups/{id}/versions/{number}", { path: { id, number }, signal }),
  });

/** Query for the maximum price of a run; `model`: the preferred one. */
export const priceQuery = (model: string | null) =>
  queryOptions({
    queryKey: [...KEY, "price", model],
    queryFn: ({ signal }) =>
      api.get("/api/powerups/price", { query: { model: model ?? undefined, preferred: true }, signal }),
    retry: false,
    staleTime: 60_000,
  });

export const reviewsQuery = infiniteQueryOptions({
  queryKey: [...KEY, "reviews"],
  queryFn: ({ pageParam, signal }) =>
    api.get("/api/powerups/reviews", { query: { cursor: pageParam }, signal }),
  ...byCursor,
});

const refetchAll = (client: QueryClient) => client.invalidateQueries({ queryKey: KEY });

function putPowerup(client: QueryClient, powerup: PowerupDetail): void {
  client.setQueryData(powerupQuery(powerup.id).queryKey, powerup);
  void refetchAll(client);
}

/** Creates a PowerUP, or stores its next version. The form shows its errors. */
export const saveMutation = (client: QueryClient, known: { id: string; version: number } | null) =>
  mutationOptions({
    meta: { ownError: true },
    mutationFn: (definition: Definition) =>
      known
        ? api.put("/api/powerups/{id}", {
            path: { id: known.id },
            body: definition,
            headers: { "if-match": `"${known.version}"` },
          })
        : api.post("/api/powerups", { body: { id: uuidV7(), definition } }),
    onSuccess: (powerup) => putPowerup(client, powerup),
  });

export const sharingMutation = (client: QueryClient) =>
  mutationOptions({
    meta: { ownError: true },
    mutationFn: ({ id, ...body }: { id: string; scope: Scope; anonymous: boolean }) =>
      api.put("/api/powerups/{id}/sharing", { path: { id }, body }),
    onSuccess: (powerup) => putPowerup(client, powerup),
  });

export const favoriteMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ id, favorited }: { id: string; favorited: boolean }) =>
      api.put("/api/powerups/{id}/favorite", { path: { id }, body: { favorited } }),
    onSuccess: (powerup) => putPowerup(client, powerup),
  });

export const copyMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (id: string) =>
      api.post("/api/powerups/{id}/copies", { path: { id }, body: { id: uuidV7() } }),
    onSuccess: (powerup) => putPowerup(client, powerup),
  });

export const deleteMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (id: string) => api.delete("/api/powerups/{id}", { path: { id } }),
    onSuccess: () => refetchAll(client),
  });

export const restoreMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (id: string) => api.post("/api/powerups/{id}/restore", { path: { id } }),
    onSettled: () => refetchAll(client),
  });

/** What runs: a stored PowerUP, or a definition that is not saved. */
export type Runnable = { id: string } | { definition: Definition };

export const runMutation = () =>
  mutationOptions({
    meta: { ownError: true },
    mutationFn: ({ what, input }: { what: Runnable; input: RunInput }) =>
      "id" in what
        ? api.post("/api/powerups/{id}/runs", { path: { id: what.id }, body: input })
        : api.post("/api/powerups/tries", { body: { definition: what.definition, input } }),
  });

export const stopMutation = () =>
  mutationOptions({
    mutationFn: (runId: string) => api.post("/api/runs/{id}/cancel", { path: { id: runId } }),
  });

export const settleMutation = (client: QueryClient) =>
  mutationOptions({
    meta: { ownError: true },
    mutationFn: ({
      id,
      ...body
    }: {
      id: string;
      outcome: "approved" | "rejected";
      version: number;
      reason: string;
    }) => api.patch("/api/powerups/reviews/{id}", { path: { id }, body }),
    onSuccess: () => refetchAll(client),
  });

export const removeMutation = (client: QueryClient) =>
  mutationOptions({
    meta: { ownError: true },
    mutationFn: ({ id, reason }: { id: string; reason: string }) =>
      api.post("/api/powerups/reviews/{id}/removal", { path: { id }, body: { reason } }),
    onSuccess: () => refetchAll(client),
  });
