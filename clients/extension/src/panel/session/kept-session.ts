import { sessionQuery } from "@ensemble/blocks/session-queries";
import type { Session } from "@ensemble/contract/wire";
import type { QueryClient } from "@tanstack/react-query";
import { forgetFirstField } from "../first-field";

const KEY = "session";

/** Restores the last session, so that the panel opens at once while the server is asked. */
export function restoreSession(client: QueryClient): void {
  try {
    const session = JSON.parse(localStorage.getItem(KEY) ?? "null") as Session | null;
    // Older than any `staleTime`, so that it is refetched.
    if (session?.me) client.setQueryData(sessionQuery.queryKey, session, { updatedAt: 0 });
  } catch {
    localStorage.removeItem(KEY);
  }
}

/** Stores the session until the person signs out. */
export function keepSession(client: QueryClient): void {
  client.getQueryCache().subscribe(({ query, type }) => {
    if (type !== "updated" || query.queryKey[0] !== sessionQuery.queryKey[0]) return;
    const session = client.getQueryData(sessionQuery.queryKey);
    if (session?.me) localStorage.setItem(KEY, JSON.stringify(session));
    else if (session) forgetSession();
  });
}

export function forgetSession(): void {
  localStorage.removeItem(KEY);
  forgetFirstField();
}
