import { toBase64Url } from "../bytes";

/** A text that nobody can guess: 256 random bits. */
export const randomText = (): string => toBase64Url(crypto.getRandomValues(new Uint8Array(32)));

/** What the server is told of `verifier` (RFC 7636, S256). */
export async function challengeOf(verifier: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier));
  return toBase64Url(new Uint8Array(digest));
}

export type Landing = { code: string } | { denied: true };

/** What the address of a tab says to somebody who waits for `state`; null: nothing for them. */
export function readLanding(address: string, server: string, state: string): Landing | null {
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  // A locale may stand before it.
  if (url.origin !== server || !/^(\/[A-Za-z-]{2,7})?\/auth-landing$/.test(url.pathname)) return null;
  if (url.searchParams.get("state") !== state) return null;
  const code = url.searchParams.get("code");
  return code ? { code } : { denied: true };
}
