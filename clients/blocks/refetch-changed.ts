import type { QueryClient, QueryFilters } from "@tanstack/react-query";

/**
 * Refetches what changed on the server. A first fetch may have been answered before the change, and invalidation does
 * not repeat it while it is under way: it is repeated once it has ended.
 */
export async function refetchChanged(client: QueryClient, filters: QueryFilters): Promise<void> {
  const fetching = client.getQueryCache().findAll({ ...filters, fetchStatus: "fetching" });
  const first = fetching.filter(({ state }) => state.data === undefined);
  const refetched = client.invalidateQueries(filters);
  await Promise.allSettled(first.map((query) => query.promise));
  for (const { queryKey } of first) void client.invalidateQueries({ queryKey, exact: true });
  await refetched;
}
