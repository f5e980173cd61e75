import type { DeviceWish } from "@ensemble/contract/wire";

/** What the address of the page says of it. */
export type DeviceQuery = Partial<Record<keyof DeviceWish, string>>;

/** What a program asks for, or null when its address is not whole. The server decides whether it gets it. */
export function deviceWish(query: DeviceQuery): DeviceWish | null {
  const { client_type, redirect_url, code_challenge, code_challenge_method, state, device_name } = query;
  if (client_type !== "extension" || !redirect_url || !code_challenge || !state || !device_name) return null;
  return {
    client_type,
    redirect_url,
    code_challenge,
    code_challenge_method: code_challenge_method ?? "",
    state,
    device_name,
  };
}

/** Where a program hears that its person does not want it; it waits at a page of ours. */
export const refusedAddress = (state: string) =>
  `/auth-landing?${new URLSearchParams({ error: "access_denied", state })}`;
