import { api } from "@ensemble/contract/api";
import type { SearchSiteChange } from "@ensemble/contract/wire";
import { mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";

/** Query for the person's preferred and blocked sites. */
export const ownSitesQuery = queryOptions({
  queryKey: ["search", "sites"],
  queryFn: ({ signal }) => api.get("/api/search/sites", { signal }),
  staleTime: 60_000,
});

/** Mutation of a site's ranking preference; null removes it. */
export const setSiteMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: (body: SearchSiteChange) => api.patch("/api/search/sites", { body }),
    onSuccess: (sites) => queryClient.setQueryData(ownSitesQuery.queryKey, sites),
    onError: () => queryClient.invalidateQueries({ queryKey: ownSitesQuery.queryKey }),
  });
