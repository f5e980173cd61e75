import { api } from "@ensemble/contract/api";
import { mutationOptions, queryOptions } from "@tanstack/react-query";
import { signWithPasskey } from "../passkeys/ceremonies";

/** Mutation option for forms that show errors next to their fields. */
const ownError = { ownError: true };

interface StepCode {
  ticket: string;
  code: string;
}

export const secondFactorMutation = () =>
  mutationOptions({
    meta: ownError,
    mutationFn: (body: StepCode) => api.post("/api/accounts/sign-in/second-factor", { body }),
  });

export const newPasswordMutation = () =>
  mutationOptions({
    meta: ownError,
    mutationFn: (body: { ticket: string; password: string }) =>
      api.post("/api/accounts/sign-in/password", { body }),
  });

export const setUpMutation = () =>
  mutationOptions({
    meta: ownError,
    mutationFn: (body: StepCode) => api.post("/api/accounts/sign-in/set-up", { body }),
  });

/** Mutation that lets the person choose a passkey, and signs in with it. */
export const passkeySignInMutation = () =>
  mutationOptions({
    meta: ownError,
    mutationFn: async () => {
      const asked = await api.post("/api/accounts/sign-in/passkey/options");
      const credential = await signWithPasskey(asked.options);
      return api.post("/api/accounts/sign-in/passkey", { body: { ticket: asked.ticket, credential } });
    },
  });

/** Query for the person of a link that sets a password. */
export const passwordLinkQuery = (link: string) =>
  queryOptions({
    queryKey: ["accounts", "password-link", link],
    queryFn: ({ signal }) => api.post("/api/accounts/password/link", { body: { link }, signal }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });

export const redeemLinkMutation = () =>
  mutationOptions({
    meta: ownError,
    mutationFn: (body: { link: string; password: string }) =>
      api.post("/api/accounts/password/link/redeem", { body }),
  });
