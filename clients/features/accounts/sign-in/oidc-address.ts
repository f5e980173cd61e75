import type { Host } from "@ensemble/host/host";

/** Returns the redirect that starts an external sign-in (spec §7); it returns to `/auth-landing`. */
export function oidcAddress({
  serverOrigin,
  client,
  provider,
  wish,
}: {
  serverOrigin: string;
  client: Host["client"];
  provider: string;
  wish: string;
}): string {
  const query = new URLSearchParams({
    redirect_url: `/auth-landing?redirectTo=${encodeURIComponent(wish)}`,
    client_type: client,
    type: provider,
    origin: "login",
  });
  return `${serverOrigin}/api/user/oauth2_authorize?${query}`;
}
