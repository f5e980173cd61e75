import { api } from "@ensemble/contract/api";
import type { NewPersonAccount } from "@ensemble/contract/wire";
import { mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import { USERS } from "../admin-queries";
import { invitationsQuery } from "../server-queries";

const SECURITY = ["admin", "person-security"];

/** Query for a person's devices, second factor and teams. */
export const securityQuery = (user_id: string) =>
  queryOptions({
    queryKey: [...SECURITY, user_id],
    queryFn: ({ signal }) => api.get("/api/accounts/people/{user_id}", { path: { user_id }, signal }),
  });

/** Refetches the security of all people that is shown. */
const refreshSecurity = (queryClient: QueryClient) => queryClient.invalidateQueries({ queryKey: SECURITY });

export const addPersonMutation = (queryClient: QueryClient) =>
  mutationOptions({
    // The dialog shows the error.
    meta: { ownError: true },
    mutationFn: (body: NewPersonAccount) => api.post("/api/accounts/people", { body }),
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: USERS }),
        queryClient.invalidateQueries({ queryKey: invitationsQuery.queryKey }),
      ]),
  });

export const passwordLinkMutation = (user_id: string) =>
  mutationOptions({
    // The dialog shows the error.
    meta: { ownError: true },
    mutationFn: (mail: boolean) =>
      api.post("/api/accounts/people/{user_id}/password-link", { path: { user_id }, body: { mail } }),
  });

export const temporaryPasswordMutation = (queryClient: QueryClient, user_id: string) =>
  mutationOptions({
    mutationFn: () => api.post("/api/accounts/people/{user_id}/password", { path: { user_id }, body: {} }),
    onSettled: () => refreshSecurity(queryClient),
  });

export const resetFactorMutation = (queryClient: QueryClient, user_id: string) =>
  mutationOptions({
    mutationFn: () => api.delete("/api/accounts/people/{user_id}/second-factor", { path: { user_id } }),
    onSettled: () => refreshSecurity(queryClient),
  });

export const endDevicesMutation = (queryClient: QueryClient, user_id: string) =>
  mutationOptions({
    /** Signs one device out; null: all of them. */
    mutationFn: (device_id: string | null) =>
      device_id === null
        ? api.delete("/api/accounts/people/{user_id}/devices", { path: { user_id } })
        : api.delete("/api/accounts/people/{user_id}/devices/{device_id}", { path: { user_id, device_id } }),
    onSettled: () => refreshSecurity(queryClient),
  });

export const deletePersonMutation = (queryClient: QueryClient, user_id: string) =>
  mutationOptions({
    // The dialog shows the error.
    meta: { ownError: true },
    mutationFn: () => api.delete("/api/accounts/people/{user_id}", { path: { user_id } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: USERS }),
  });
