import type { Host } from "@ensemble/host/host";

/** The redirect that starts a third-party sign-in (spec §7); it comes back to `/auth-landing`. */
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
