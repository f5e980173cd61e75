import { byCursor } from "@ensemble/blocks/by-cursor";
import { api } from "@ensemble/contract/api";
import { ProblemError } from "@ensemble/contract/problem-error";
import { uuidV7 } from "@ensemble/contract/uuid-v7";
import type {
  BillingCycle,
  CancelReason,
  Offer,
  Order,
  PlanTerms,
  PurchaseItem,
  Quote,
  Subscription,
} from "@ensemble/contract/wire";
import {
  infiniteQueryOptions,
  keepPreviousData,
  mutationOptions,
  type QueryClient,
  queryOptions,
} from "@tanstack/react-query";

/** Query for plans, packs and promotions. Visitors may ask. */
export const offerQuery = queryOptions({
  queryKey: ["billing", "offer"],
  queryFn: ({ signal }) => api.get("/api/billing/offer", { signal }),
  staleTime: 60_000,
});

export const subscriptionQuery = queryOptions({
  queryKey: ["billing", "subscription"],
  queryFn: ({ signal }) => api.get("/api/billing/subscription", { signal }),
});

/** Query for a current price, never cached. */
export const quoteQuery = (item: PurchaseItem) =>
  queryOptions({
    queryKey: ["billing", "quote", item],
    queryFn: ({ signal }) => api.post("/api/billing/quotes", { body: item, signal }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });

/** Query for an order; polled while it is open, because somebody else confirms the payment. */
export const orderQuery = (id: string) =>
  queryOptions({
    queryKey: ["billing", "orders", id],
    queryFn: ({ signal }) => api.get("/api/billing/orders/{id}", { path: { id }, signal }),
    refetchInterval: (query) => (query.state.data?.state === "open" ? 5_000 : false),
  });

/**
 * Asks the provider for the state of an open order, for a buyer who returns before its webhook arrives;
 * starts a new payment if there is none or the old one expired.
 */
export const orderCheckQuery = (id: string) =>
  queryOptions({
    queryKey: ["billing", "order-checks", id],
    queryFn: async ({ signal, client }) => {
      const order = await api.post("/api/billing/orders/{id}/check", { path: { id }, signal });
      client.setQueryData(orderQuery(id).queryKey, order);
      return order.state;
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });

export const ordersQuery = infiniteQueryOptions({
  queryKey: ["billing", "orders"],
  queryFn: ({ pageParam, signal }) =>
    api.get("/api/billing/orders", { query: { cursor: pageParam }, signal }),
  ...byCursor,
});

const refetch = async (queryClient: QueryClient) => {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ["billing"] }),
    queryClient.invalidateQueries({ queryKey: ["usage"] }),
    queryClient.invalidateQueries({ queryKey: ["models"] }),
  ]);
};

/**
 * Returns true if the payment could not start: that closes the order, and a retry is a new order (spec §8).
 */
export const isPaymentFailed = (error: unknown): boolean =>
  error instanceof ProblemError && error.code === "billing.payment_failed";

/**
 * Orders what was shown for the amount that was shown. A retry without a response is the same order; after a
 * failure it is a new one.
 */
export const placeOrderMutation = (queryClient: QueryClient) => {
  let id = uuidV7();
  return mutationOptions({
    meta: { ownError: true },
    mutationFn: ({ item, quote }: { item: PurchaseItem; quote: Quote }): Promise<Order> =>
      api.post("/api/billing/orders", {
        body: { id, item, amount: quote.amount, currency: quote.currency },
      }),
    onError: (error) => {
      if (isPaymentFailed(error)) id = uuidV7();
    },
    onSettled: () => refetch(queryClient),
  });
};

export const cancelOrderMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: (id: string) => api.post("/api/billing/orders/{id}/cancel", { path: { id } }),
    onSettled: () => refetch(queryClient),
  });

const putSubscription = (queryClient: QueryClient, is: Subscription) => {
  queryClient.setQueryData(subscriptionQuery.queryKey, is);
  return refetch(queryClient);
};

export const startTrialMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: (cycle: BillingCycle) => api.post("/api/billing/trial", { body: { cycle } }),
    onSuccess: (is) => putSubscription(queryClient, is),
  });

export const extendTrialMutation = (queryClient: QueryClient) =>
  mutationOptions({
    meta: { ownError: true },
    mutationFn: () => api.post("/api/billing/trial/extension"),
    onSuccess: (is) => putSubscription(queryClient, is),
  });

export const cancelMutation = (queryClient: QueryClient) =>
  mutationOptions({
    meta: { ownError: true },
    mutationFn: (body: { reason?: CancelReason; feedback: string }) =>
      api.post("/api/billing/subscription/cancel", { body }),
    onSuccess: (is) => putSubscription(queryClient, is),
  });

/** Opens the payment provider's page for cards, with a new address each time. */
export const portalMutation = mutationOptions({
  meta: { ownError: true },
  mutationFn: () => api.post("/api/billing/portal"),
});

export const resumeMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: () => api.post("/api/billing/subscription/resume"),
    onSuccess: (is) => putSubscription(queryClient, is),
  });

export const downgradeMutation = (queryClient: QueryClient) =>
  mutationOptions({
    meta: { ownError: true },
    mutationFn: (
      to: Omit<PlanTerms, "seats"> & {
        seats?: number;
        /** Cancellation reason of a person who takes this plan instead. */
        instead_of_cancelling?: { reason?: CancelReason; feedback: string };
      },
    ) => api.post("/api/billing/subscription/downgrade", { body: to }),
    onSuccess: (is) => putSubscription(queryClient, is),
  });

// Queries for the operator.

export const bookedOrdersQuery = (state: string) =>
  infiniteQueryOptions({
    queryKey: ["billing", "booked", state],
    queryFn: ({ pageParam, signal }) =>
      api.get("/api/billing/all-orders", {
        query: { state: state || undefined, cursor: pageParam },
        signal,
      }),
    ...byCursor,
  });

export const cancellationsQuery = (reason: string) =>
  infiniteQueryOptions({
    queryKey: ["billing", "cancellations", reason],
    queryFn: ({ pageParam, signal }) =>
      api.get("/api/billing/cancellations", {
        query: { reason: reason || undefined, cursor: pageParam },
        signal,
      }),
    ...byCursor,
  });

export const cancellationCountsQuery = queryOptions({
  queryKey: ["billing", "cancellation-counts"],
  queryFn: ({ signal }) => api.get("/api/billing/cancellation-counts", { signal }),
});

export const revenueQuery = queryOptions({
  queryKey: ["billing", "revenue"],
  queryFn: ({ signal }) => api.get("/api/billing/revenue", { signal }),
});

/** Query for model costs in a month (`2026-11`), or in the current one. */
export const costsQuery = (month: string) =>
  queryOptions({
    queryKey: ["billing", "costs", month],
    queryFn: ({ signal }) => api.get("/api/billing/costs", { query: month ? { month } : {}, signal }),
    placeholderData: keepPreviousData,
  });

export const spendingQuery = queryOptions({
  queryKey: ["billing", "spending"],
  queryFn: ({ signal }) => api.get("/api/billing/spending", { signal }),
});

export const spendingLimitsMutation = (queryClient: QueryClient) =>
  mutationOptions({
    meta: { ownError: true },
    mutationFn: (body: { daily: number | null; monthly: number | null }) =>
      api.put("/api/billing/spending", { body }),
    onSuccess: (spending) => queryClient.setQueryData(spendingQuery.queryKey, spending),
  });

export const ownOfferQuery = queryOptions({
  queryKey: ["billing", "own-offer"],
  queryFn: ({ signal }) => api.get("/api/billing/own-offer", { signal }),
});

export const previewOfferMutation = () =>
  mutationOptions({
    meta: { ownError: true },
    mutationFn: (body: Offer) => api.post("/api/billing/own-offer/preview", { body }),
  });

export const changeOfferMutation = (queryClient: QueryClient) =>
  mutationOptions({
    meta: { ownError: true },
    mutationFn: (body: Offer) => api.put("/api/billing/own-offer", { body }),
    onSuccess: () => refetch(queryClient),
  });

/** Operator's action on an order. */
export type Word = { what: "paid" | "refund" } | { what: "refused"; reason: string };

export const settleOrderMutation = (queryClient: QueryClient, id: string) =>
  mutationOptions({
    mutationFn: (word: Word) => {
      switch (word.what) {
        case "paid":
          return api.post("/api/billing/all-orders/{id}/paid", { path: { id } });
        case "refund":
          return api.post("/api/billing/all-orders/{id}/refund", { path: { id } });
        case "refused":
          return api.post("/api/billing/all-orders/{id}/refused", {
            path: { id },
            body: { reason: word.reason },
          });
      }
    },
    onSettled: () => refetch(queryClient),
  });
