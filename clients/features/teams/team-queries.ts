import type { NewCap } from "@ensemble/blocks/credits/CapsDialog";
import { sessionQuery } from "@ensemble/blocks/session-queries";
import { api } from "@ensemble/contract/api";
import type { BillingCycle, TeamRole } from "@ensemble/contract/wire";
import { mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";

/** Query for the person's teams and join requests. */
export const teamsQuery = queryOptions({
  queryKey: ["teams", "all"],
  queryFn: ({ signal }) => api.get("/api/teams", { signal }),
  staleTime: 30_000,
});

export const teamQuery = (id: string) =>
  queryOptions({
    queryKey: ["teams", "one", id],
    queryFn: ({ signal }) => api.get("/api/teams/{id}", { path: { id }, signal }),
  });

export const membersQuery = (id: string) =>
  queryOptions({
    queryKey: ["teams", "members", id],
    queryFn: ({ signal }) => api.get("/api/teams/{id}/members", { path: { id }, signal }),
  });

export const teamUsageQuery = (id: string) =>
  queryOptions({
    queryKey: ["teams", "usage", id],
    queryFn: ({ signal }) => api.get("/api/teams/{id}/usage", { path: { id }, signal }),
  });

export const invitationQuery = (id: string) =>
  queryOptions({
    queryKey: ["teams", "invitation", id],
    queryFn: ({ signal }) => api.get("/api/teams/{id}/invitation", { path: { id }, signal }),
  });

/** Query for the preview of an invitation link. */
export const previewQuery = (code: string) =>
  queryOptions({
    queryKey: ["teams", "preview", code],
    queryFn: ({ signal }) => api.get("/api/teams/invitations/{code}", { path: { code }, signal }),
    retry: false,
  });

// Queries of billing for teams.

export const offerQuery = queryOptions({
  queryKey: ["billing", "offer"],
  queryFn: ({ signal }) => api.get("/api/billing/offer", { signal }),
  staleTime: 60_000,
});

export const subscriptionQuery = queryOptions({
  queryKey: ["billing", "subscription"],
  queryFn: ({ signal }) => api.get("/api/billing/subscription", { signal }),
});

/** Query for the current price of seats, never cached. */
export const seatsQuoteQuery = (cycle: BillingCycle, seats: number) =>
  queryOptions({
    queryKey: ["billing", "quote", "team", cycle, seats],
    queryFn: ({ signal }) =>
      api.post("/api/billing/quotes", { body: { plan: "team", cycle, seats }, signal }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });

export const deductionQuery = queryOptions({
  queryKey: ["billing", "auto-deduction"],
  queryFn: ({ signal }) => api.get("/api/billing/auto-deduction", { signal }),
});

const refetch = (queryClient: QueryClient) => queryClient.invalidateQueries({ queryKey: ["teams"] });

const refetchAll = (queryClient: QueryClient) =>
  Promise.all([refetch(queryClient), queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey })]);

export const createTeamMutation = (queryClient: QueryClient) =>
  mutationOptions({
    meta: { ownError: true },
    mutationFn: (name: string) => api.post("/api/teams", { body: { name } }),
    onSuccess: () => refetch(queryClient),
  });

export const renameTeamMutation = (queryClient: QueryClient, id: string) =>
  mutationOptions({
    meta: { ownError: true },
    mutationFn: (name: string) => api.patch("/api/teams/{id}", { path: { id }, body: { name } }),
    onSuccess: () => refetchAll(queryClient),
  });

/** Sets or removes the picture. */
export const avatarMutation = (queryClient: QueryClient, id: string) =>
  mutationOptions({
    meta: { ownError: true },
    mutationFn: async (picture: File | null): Promise<void> => {
      if (picture) await api.putBytes(`/api/teams/${id}/avatar`, picture, undefined, picture.type);
      else await api.delete("/api/teams/{id}/avatar", { path: { id } });
    },
    onSuccess: () => refetch(queryClient),
  });

export const disbandMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: (id: string) => api.post("/api/teams/{id}/disband", { path: { id } }),
    onSuccess: () => refetch(queryClient),
  });

export const restoreMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: (id: string) => api.post("/api/teams/{id}/restore", { path: { id } }),
    onSuccess: () => refetch(queryClient),
  });

export const approveMutation = (queryClient: QueryClient, id: string) =>
  mutationOptions({
    mutationFn: (memberId: string) =>
      api.post("/api/teams/{id}/members/{memberId}/approve", { path: { id, memberId } }),
    onSettled: () => refetch(queryClient),
  });

export const roleMutation = (queryClient: QueryClient, id: string) =>
  mutationOptions({
    mutationFn: ({ memberId, role }: { memberId: string; role: TeamRole }) =>
      api.patch("/api/teams/{id}/members/{memberId}", { path: { id, memberId }, body: { role } }),
    onSettled: () => refetchAll(queryClient),
  });

export const removeMutation = (queryClient: QueryClient, id: string) =>
  mutationOptions({
    mutationFn: (memberId: string) =>
      api.delete("/api/teams/{id}/members/{memberId}", { path: { id, memberId } }),
    onSettled: () => refetch(queryClient),
  });

/** Mutation of the monthly caps of a member, or (null) the whole team. */
export const capsMutation = (queryClient: QueryClient, id: string, memberId: string | null) =>
  mutationOptions({
    // The dialog shows the error.
    meta: { ownError: true },
    mutationFn: async (caps: NewCap[]) => {
      for (const body of caps) {
        const usage = memberId
          ? await api.put("/api/teams/{id}/members/{memberId}/cap", { path: { id, memberId }, body })
          : await api.put("/api/teams/{id}/cap", { path: { id }, body });
        queryClient.setQueryData(teamUsageQuery(id).queryKey, usage);
      }
    },
  });

export const invitationMutation = (queryClient: QueryClient, id: string) =>
  mutationOptions({
    mutationFn: (body: { open?: boolean; days?: number }) =>
      api.patch("/api/teams/{id}/invitation", { path: { id }, body }),
    onSuccess: (invitation) => queryClient.setQueryData(invitationQuery(id).queryKey, invitation),
  });

export const resetInvitationMutation = (queryClient: QueryClient, id: string) =>
  mutationOptions({
    mutationFn: () => api.post("/api/teams/{id}/invitation/reset", { path: { id } }),
    onSuccess: (invitation) => queryClient.setQueryData(invitationQuery(id).queryKey, invitation),
  });

export const joinMutation = (queryClient: QueryClient, code: string) =>
  mutationOptions({
    meta: { ownError: true },
    mutationFn: () => api.post("/api/teams/invitations/{code}/join", { path: { code } }),
    onSuccess: (preview) => {
      queryClient.setQueryData(previewQuery(code).queryKey, preview);
      return refetch(queryClient);
    },
  });

export const deductionMutation = (queryClient: QueryClient) =>
  mutationOptions({
    meta: { ownError: true },
    mutationFn: (body: { enabled: boolean; amount: number; monthly_limit: number }) =>
      api.put("/api/billing/auto-deduction", { body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ["billing"] }),
  });
