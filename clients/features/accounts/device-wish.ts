import type { DeviceWish } from "@ensemble/contract/wire";

/** What the address of the page says of it. */
export type DeviceQuery = Partial<Record<keyof DeviceWish, string>>;

/** Where a program waits: at a page of ours, or at a port of this computer. Nowhere else is anybody sent. */
const LANDING = {
  extension: /^\/auth-landing$/,
  desktop: /^http:\/\/127\.0\.0\.1:\d{4,5}\/auth-landing$/,
} as const;

/** What a program asks for, or null when its address is not whole. The server decides whether it gets it. */
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

/** Where a program hears that its person does not want it. */
export const refusedAddress = ({ redirect_url, state }: Pick<DeviceWish, "redirect_url" | "state">) =>
  `${redirect_url}?${new URLSearchParams({ error: "access_denied", state })}`;
