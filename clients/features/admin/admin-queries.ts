import { byCursor } from "@ensemble/blocks/by-cursor";
import type { NewCap } from "@ensemble/blocks/credits/CapsDialog";
import { noticeQuery } from "@ensemble/blocks/notices/notice-queries";
import { api } from "@ensemble/contract/api";
import type { AdminUser, LotSource, NewGrant, ServerNotice } from "@ensemble/contract/wire";
import {
  infiniteQueryOptions,
  keepPreviousData,
  mutationOptions,
  type QueryClient,
  queryOptions,
} from "@tanstack/react-query";

export const outboxQuery = infiniteQueryOptions({
  queryKey: ["admin", "outbox"],
  queryFn: ({ pageParam, signal }) => api.get("/api/admin/outbox", { query: { cursor: pageParam }, signal }),
  ...byCursor,
  // The operator waits here for a new member's email.
  refetchInterval: 5000,
});

/** Filters for the list of people. */
export interface UserSearch {
  q: string;
  role?: AdminUser["role"];
  suspended?: boolean;
}

export const USERS = ["admin", "users"];

export const usersQuery = (search: UserSearch) =>
  infiniteQueryOptions({
    queryKey: [...USERS, search],
    queryFn: ({ pageParam, signal }) =>
      api.get("/api/admin/users", { query: { ...search, cursor: pageParam }, signal }),
    ...byCursor,
    placeholderData: keepPreviousData,
  });

/** Change to a person's account; a suspension needs a reason. */
export interface UserChange {
  role?: AdminUser["role"];
  suspended?: boolean;
  reason?: string;
}

export const changeUserMutation = (queryClient: QueryClient, id: string) =>
  mutationOptions({
    mutationFn: (body: UserChange) => api.patch("/api/admin/users/{id}", { path: { id }, body }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: USERS }),
  });

const CAPS = ["admin", "caps"];

/** Query for the caps and usage of a person's own workspace this month. */
export const capsQuery = (id: string) =>
  queryOptions({
    queryKey: [...CAPS, id],
    queryFn: ({ signal }) => api.get("/api/admin/users/{id}/caps", { path: { id }, signal }),
  });

export const capsMutation = (queryClient: QueryClient, id: string) =>
  mutationOptions({
    mutationFn: async (caps: NewCap[]) => {
      for (const body of caps) await api.put("/api/admin/users/{id}/caps", { path: { id }, body });
    },
    // The dialog shows the error.
    meta: { ownError: true },
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: CAPS }),
        queryClient.invalidateQueries({ queryKey: USERS }),
      ]),
  });

const TEAMS = ["admin", "teams"];

export const teamsQuery = (q: string) =>
  infiniteQueryOptions({
    queryKey: [...TEAMS, q],
    queryFn: ({ pageParam, signal }) =>
      api.get("/api/admin/teams", { query: { q, cursor: pageParam }, signal }),
    ...byCursor,
    placeholderData: keepPreviousData,
  });

/** Query for a team's usage this month and the operator's caps on it. */
export const teamCapsQuery = (id: string) =>
  queryOptions({
    queryKey: [...CAPS, "team", id],
    queryFn: ({ signal }) => api.get("/api/admin/teams/{id}/caps", { path: { id }, signal }),
  });

export const teamCapsMutation = (queryClient: QueryClient, id: string) =>
  mutationOptions({
    mutationFn: async (caps: NewCap[]) => {
      for (const body of caps) await api.put("/api/admin/teams/{id}/caps", { path: { id }, body });
    },
    // The dialog shows the error.
    meta: { ownError: true },
    onSettled: () => queryClient.invalidateQueries({ queryKey: CAPS }),
  });

const GRANTS = ["admin", "grants"];

/** Query for credit lots of people and teams; `null`: all except those from plans. */
export const grantsQuery = (source: LotSource | null, q: string) =>
  infiniteQueryOptions({
    queryKey: [...GRANTS, source, q],
    queryFn: ({ pageParam, signal }) =>
      api.get("/api/admin/grants", {
        query: { source: source ?? undefined, q, cursor: pageParam },
        signal,
      }),
    ...byCursor,
    placeholderData: keepPreviousData,
  });

/** Query for possible recipients of a grant. */
export const recipientsQuery = (q: string) =>
  queryOptions({
    queryKey: ["admin", "recipients", q],
    queryFn: ({ signal }) => api.get("/api/admin/recipients", { query: { q }, signal }),
    placeholderData: keepPreviousData,
  });

export const giveGrantMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: (body: NewGrant) => api.post("/api/admin/grants", { body }),
    // The dialog shows the error at its field.
    meta: { ownError: true },
    onSettled: () => refreshGrants(queryClient),
  });

export const takeGrantBackMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: (id: string) => api.post("/api/admin/grants/{id}/take-back", { path: { id } }),
    onSettled: () => refreshGrants(queryClient),
  });

const refreshGrants = (queryClient: QueryClient) =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: GRANTS }),
    queryClient.invalidateQueries({ queryKey: USERS }),
  ]);

/** Query for the notice as edited, also before and after it is shown. */
export const ownNoticeQuery = queryOptions({
  queryKey: ["notice", "own"],
  queryFn: ({ signal }) => api.get("/api/admin/own-notice", { signal }),
});

export const setNoticeMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: (body: Omit<ServerNotice, "changed_at">) => api.put("/api/admin/own-notice", { body }),
    meta: { ownError: true },
    onSuccess: (notice) => keepNotice(queryClient, notice),
  });

export const removeNoticeMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: () => api.delete("/api/admin/own-notice"),
    onSuccess: () => keepNotice(queryClient, null),
  });

/** Updates the cached notice at once; other windows get a hint. */
function keepNotice(queryClient: QueryClient, notice: ServerNotice | null) {
  queryClient.setQueryData(ownNoticeQuery.queryKey, { notice });
  return queryClient.invalidateQueries({ queryKey: noticeQuery.queryKey });
}

export const statusQuery = queryOptions({
  queryKey: ["admin", "status"],
  queryFn: ({ signal }) => api.get("/api/admin/status", { signal }),
  refetchInterval: 30_000,
});
