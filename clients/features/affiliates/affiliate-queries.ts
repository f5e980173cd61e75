import { byCursor } from "@ensemble/blocks/by-cursor";
import { api } from "@ensemble/contract/api";
import type { Affiliate, AffiliateState, CommissionSums } from "@ensemble/contract/wire";
import type { KeyValueStore } from "@ensemble/host/host";
import { infiniteQueryOptions, mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import { CLICK_ID } from "./click-id";

/** Query for the person's own affiliate status and earnings. */
export const ownAffiliateQuery = queryOptions({
  queryKey: ["affiliates", "own"],
  queryFn: ({ signal }) => api.get("/api/affiliates/own", { signal }),
  retry: false,
});

export const applyMutation = (queryClient: QueryClient) =>
  mutationOptions({
    meta: { ownError: true },
    mutationFn: (body: { about: string; payout_to: string }) => api.put("/api/affiliates/own", { body }),
    onSuccess: (own) => queryClient.setQueryData(ownAffiliateQuery.queryKey, own),
  });

export const commissionsQuery = infiniteQueryOptions({
  queryKey: ["affiliates", "commissions"],
  queryFn: ({ pageParam, signal }) =>
    api.get("/api/affiliates/commissions", { query: { cursor: pageParam }, signal }),
  ...byCursor,
});

/** Registers a click on an affiliate's link, once per visit: the server creates it and a cookie stores it. */
export const followLinkQuery = (code: string, storage: KeyValueStore) =>
  queryOptions({
    queryKey: ["affiliates", "followed", code],
    queryFn: async ({ signal }) => {
      const click = await api.post("/api/affiliates/clicks", { body: { code }, signal });
      if (click.click_id !== null) storage.set(CLICK_ID, click.click_id);
      return click;
    },
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });

// Queries for the operator.

export const affiliatesQuery = (state: AffiliateState | "") =>
  infiniteQueryOptions({
    queryKey: ["affiliates", "all", state],
    queryFn: ({ pageParam, signal }) =>
      api.get("/api/affiliates/all", {
        query: { state: state || undefined, cursor: pageParam },
        signal,
      }),
    ...byCursor,
  });

/** Operator's action on an affiliate. */
export type Word = { what: "approve" | "refuse" } | { what: "paid"; sums: CommissionSums };

export const sayMutation = (queryClient: QueryClient, id: string) =>
  mutationOptions({
    mutationFn: (word: Word): Promise<Affiliate> => {
      switch (word.what) {
        case "approve":
          return api.post("/api/affiliates/all/{id}/approve", { path: { id } });
        case "refuse":
          return api.post("/api/affiliates/all/{id}/refuse", { path: { id } });
        case "paid":
          return api.post("/api/affiliates/all/{id}/payouts", {
            path: { id },
            body: { amount: word.sums.due, currency: word.sums.currency },
          });
      }
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ["affiliates"] }),
  });
