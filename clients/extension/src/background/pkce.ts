import { toBase64Url } from "../bytes";
import { pathAt } from "../server-address";

/** Returns a random text of 256 bits. */
export const randomText = (): string => toBase64Url(crypto.getRandomValues(new Uint8Array(32)));

/** Returns the PKCE code challenge for `verifier` (RFC 7636, S256). */
export async function challengeOf(verifier: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier));
  return toBase64Url(new Uint8Array(digest));
}

export type Landing = { code: string } | { denied: true };

/** Parses the redirect of a sign-in attempt with this `state`; null if the address is not one. */
export function readLanding(address: string, server: string, state: string): Landing | null {
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  // A locale segment may precede it.
  if (!/^(\/[A-Za-z-]{2,7})?\/auth-landing$/.test(pathAt(server, url) ?? "")) return null;
  if (url.searchParams.get("state") !== state) return null;
  const code = url.searchParams.get("code");
  return code ? { code } : { denied: true };
}
