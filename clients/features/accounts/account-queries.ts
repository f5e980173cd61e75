import { byCursor } from "@ensemble/blocks/by-cursor";
import { sessionQuery } from "@ensemble/blocks/session-queries";
import { api } from "@ensemble/contract/api";
import type { DeviceWish } from "@ensemble/contract/wire";
import { infiniteQueryOptions, mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";

/** Mutation option for forms that show errors next to their fields. */
const ownError = { ownError: true };

export const signInMutation = () =>
  mutationOptions({
    meta: ownError,
    mutationFn: (body: { email: string; password: string }) => api.post("/api/accounts/sign-in", { body }),
  });

export const signUpMutation = () =>
  mutationOptions({
    meta: ownError,
    mutationFn: (body: {
      email: string;
      name: string;
      password: string;
      locale: string;
      setup_code?: string;
      invitation?: string;
    }) => api.post("/api/accounts/sign-up", { body }),
  });

/** Query for the person whom an invitation is for. */
export const invitedQuery = (invitation: string) =>
  queryOptions({
    queryKey: ["accounts", "invited", invitation],
    queryFn: ({ signal }) => api.post("/api/accounts/sign-up/invitation", { body: { invitation }, signal }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });

export const verifySignUpMutation = () =>
  mutationOptions({
    meta: ownError,
    mutationFn: (body: { email: string; code: string }) => api.post("/api/accounts/sign-up/verify", { body }),
  });

export const resendCodeMutation = () =>
  mutationOptions({
    meta: ownError,
    mutationFn: (body: { email: string }) => api.post("/api/accounts/sign-up/resend", { body }),
  });

export const forgotPasswordMutation = () =>
  mutationOptions({
    meta: ownError,
    mutationFn: (body: { email: string }) => api.post("/api/accounts/password/forgot", { body }),
  });

export const resetPasswordMutation = () =>
  mutationOptions({
    meta: ownError,
    mutationFn: (body: { email: string; code: string; password: string }) =>
      api.post("/api/accounts/password/reset", { body }),
  });

export const changePasswordMutation = () =>
  mutationOptions({
    meta: ownError,
    mutationFn: (body: { current_password: string; new_password: string }) =>
      api.post("/api/accounts/password/change", { body }),
  });

export const signOutMutation = () =>
  mutationOptions({ mutationFn: () => api.post("/api/accounts/sign-out") });

export const deleteAccountMutation = () =>
  mutationOptions({
    meta: ownError,
    mutationFn: (body: { password: string }) => api.post("/api/accounts/deletion", { body }),
  });

export const changeNameMutation = (queryClient: QueryClient) =>
  mutationOptions({
    meta: ownError,
    mutationFn: (name: string) => api.patch("/api/accounts/me", { body: { name } }),
    onSuccess: (me) => {
      queryClient.setQueryData(sessionQuery.queryKey, (session) => session && { ...session, me });
    },
  });

export const allowDeviceMutation = () =>
  mutationOptions({
    meta: ownError,
    mutationFn: (body: DeviceWish) => api.post("/api/accounts/device-grants", { body }),
  });

export const devicesQuery = queryOptions({
  queryKey: ["accounts", "devices"],
  queryFn: ({ signal }) => api.get("/api/accounts/devices", { signal }),
});

/** Query for the security events of the person's account. */
export const securityEventsQuery = infiniteQueryOptions({
  queryKey: ["accounts", "security-events"],
  queryFn: ({ pageParam, signal }) =>
    api.get("/api/accounts/security-events", { query: { cursor: pageParam, limit: 20 }, signal }),
  ...byCursor,
});

export const endDeviceMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: (id: string) => api.delete("/api/accounts/devices/{id}", { path: { id } }),
    onSettled: () => refreshDevices(queryClient),
  });

export const endOtherDevicesMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: () => api.delete("/api/accounts/devices"),
    onSettled: () => refreshDevices(queryClient),
  });

/** Refetches the devices and the events, which include sign-outs. */
const refreshDevices = (queryClient: QueryClient) =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: devicesQuery.queryKey }),
    queryClient.invalidateQueries({ queryKey: securityEventsQuery.queryKey }),
  ]);
