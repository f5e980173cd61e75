import { api } from "@ensemble/contract/api";
import type { SignInMethods } from "@ensemble/contract/wire";
import { mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import { securityEventsQuery } from "./account-queries";
import { createPasskey } from "./passkeys/ceremonies";

/** Mutation option for forms that show errors next to their fields. */
const ownError = { ownError: true };

/** Query for what the person signs in with. */
export const methodsQuery = queryOptions({
  queryKey: ["accounts", "sign-in-methods"],
  queryFn: ({ signal }) => api.get("/api/accounts/sign-in-methods", { signal }),
});

/** Refetches the methods and the events, which include their changes. */
const refresh = (queryClient: QueryClient) =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: methodsQuery.queryKey }),
    queryClient.invalidateQueries({ queryKey: securityEventsQuery.queryKey }),
  ]);

export const offerTotpMutation = () =>
  mutationOptions({
    meta: ownError,
    mutationFn: (password: string) => api.post("/api/accounts/second-factor", { body: { password } }),
  });

export const confirmTotpMutation = (queryClient: QueryClient) =>
  mutationOptions({
    meta: ownError,
    mutationFn: (body: { ticket: string; code: string }) =>
      api.post("/api/accounts/second-factor/confirm", { body }),
    // The codes are shown once: nothing may delay them.
    onSuccess: () => void refresh(queryClient),
  });

export const makeRecoveryCodesMutation = (queryClient: QueryClient) =>
  mutationOptions({
    meta: ownError,
    mutationFn: (password: string) =>
      api.post("/api/accounts/second-factor/recovery-codes", { body: { password } }),
    onSuccess: () => void refresh(queryClient),
  });

export const turnTotpOffMutation = (queryClient: QueryClient) =>
  mutationOptions({
    meta: ownError,
    mutationFn: (password: string) => api.post("/api/accounts/second-factor/off", { body: { password } }),
    onSuccess: () => refresh(queryClient),
  });

/** Mutation that lets the browser make a passkey, and adds it. */
export const addPasskeyMutation = (queryClient: QueryClient) =>
  mutationOptions({
    meta: ownError,
    mutationFn: async ({ password, name }: { password: string; name: string }) => {
      const asked = await api.post("/api/accounts/passkeys/options", { body: { password } });
      const credential = await createPasskey(asked.options);
      return api.post("/api/accounts/passkeys", { body: { ticket: asked.ticket, name, credential } });
    },
    onSuccess: () => refresh(queryClient),
  });

export const renamePasskeyMutation = (queryClient: QueryClient, passkey_id: string) =>
  mutationOptions({
    meta: ownError,
    mutationFn: (name: string) =>
      api.patch("/api/accounts/passkeys/{passkey_id}", { path: { passkey_id }, body: { name } }),
    onSuccess: (renamed) => {
      queryClient.setQueryData(methodsQuery.queryKey, (methods): SignInMethods | undefined => {
        const passkeys = methods?.passkeys.map((it) => (it.id === passkey_id ? renamed : it));
        return methods && passkeys ? { ...methods, passkeys } : methods;
      });
    },
  });

export const removePasskeyMutation = (queryClient: QueryClient, passkey_id: string) =>
  mutationOptions({
    mutationFn: () => api.delete("/api/accounts/passkeys/{passkey_id}", { path: { passkey_id } }),
    onSettled: () => refresh(queryClient),
  });
