import type { Host } from "@ensemble/host/host";

/** Returns the redirect that starts an external sign-in (spec §7); it returns to `/auth-landing`. */
export function oidcAddress({
  serverOrigin,
  client,
  provider,
  wish,
  setupCode,
}: {
  serverOrigin: string;
  client: Host["client"];
  provider: string;
  wish: string;
  /** The code from the server's log, for the first account. */
  setupCode?: string;
}): string {
  const query = new URLSearchParams({
    redirect_url: `/auth-landing?redirectTo=${encodeURIComponent(wish)}`,
    client_type: client,
    type: provider,
    origin: "login",
  });
  if (setupCode) query.set("setup_code", setupCode);
  return `${serverOrigin}/api/user/oauth2_authorize?${query}`;
}
