/** Returns the origin of an https address; null: it is none. Which of them may be allowed is the server's to say. */
export function originOf(address: string): string | null {
  if (!URL.canParse(address)) return null;
  const { protocol, origin } = new URL(address);
  return protocol === "https:" ? origin : null;
}

/** Returns the hosts that somebody typed, one a line or behind commas, with the scheme where it is left out. */
export const hostsIn = (typed: string): string[] =>
  typed
    .split(/[\s,]+/)
    .filter((host) => host !== "")
    .map((host) => (host.includes("://") ? host : `https://${host}`));

/** Returns what people read of an origin: `api.example.com`. */
export const hostName = (origin: string): string => origin.replace(/^https:\/\//, "");
