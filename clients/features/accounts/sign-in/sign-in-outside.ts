import { api } from "@ensemble/contract/api";
import type { Session } from "@ensemble/contract/wire";
import type { Host, SignInRefusal } from "@ensemble/host/host";
import { mutationOptions } from "@tanstack/react-query";

/** Error of an external sign-in that was denied or given up. */
export class RefusedOutside extends Error {
  constructor(readonly refusal: SignInRefusal) {
    super(`signing in elsewhere ended: ${refusal}`);
  }
}

/** Signs this window in with the approval from the browser. */
export const signInOutsideMutation = (signInOutside: Host["signInOutside"]) =>
  mutationOptions({
    meta: { ownError: true },
    mutationFn: async (): Promise<Session> => {
      const proof = (await signInOutside?.()) ?? "failed";
      if (typeof proof === "string") throw new RefusedOutside(proof);
      const { session } = await api.post("/api/accounts/device-grants/redeem", {
        headers: { authorization: `Bearer ${proof.code}` },
        body: {
          client_type: "desktop",
          redirect_url: proof.redirectUrl,
          code_verifier: proof.codeVerifier,
        },
      });
      return session;
    },
  });
