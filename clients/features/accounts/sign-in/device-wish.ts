import type { DeviceWish } from "@ensemble/contract/wire";

/** Parameters of an authorization request in the page's address. */
export type DeviceQuery = Partial<Record<keyof DeviceWish, string>>;

/** Allowed redirect addresses of programs: a page of ours, or a port of this computer. */
const LANDING = {
  extension: /^\/auth-landing$/,
  desktop: /^http:\/\/127\.0\.0\.1:\d{4,5}\/auth-landing$/,
} as const;

/** Parses an authorization request; null if it is incomplete. The server decides whether to grant it. */
export function deviceWish(query: DeviceQuery): DeviceWish | null {
  const { client_type, redirect_url, code_challenge, code_challenge_method, state, device_name } = query;
  if (client_type !== "extension" && client_type !== "desktop") return null;
  if (!redirect_url || !code_challenge || !state || !device_name) return null;
  if (!LANDING[client_type].test(redirect_url)) return null;
  return {
    client_type,
    redirect_url,
    code_challenge,
    code_challenge_method: code_challenge_method ?? "",
    state,
    device_name,
  };
}

/** Returns the redirect address for a denied request. */
export const refusedAddress = ({ redirect_url, state }: Pick<DeviceWish, "redirect_url" | "state">) =>
  `${redirect_url}?${new URLSearchParams({ error: "access_denied", state })}`;
