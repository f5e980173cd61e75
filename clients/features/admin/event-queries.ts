import { byCursor } from "@ensemble/blocks/by-cursor";
import { api } from "@ensemble/contract/api";
import type { SecurityEventKind } from "@ensemble/contract/wire";
import { infiniteQueryOptions, keepPreviousData } from "@tanstack/react-query";

/** Query for the server's security events; `null`: all kinds. */
export const eventsQuery = (kind: SecurityEventKind | null, q: string) =>
  infiniteQueryOptions({
    queryKey: ["admin", "security-events", kind, q],
    queryFn: ({ pageParam, signal }) =>
      api.get("/api/admin/security-events", {
        query: { kind: kind ?? undefined, q, cursor: pageParam },
        signal,
      }),
    ...byCursor,
    placeholderData: keepPreviousData,
  });
