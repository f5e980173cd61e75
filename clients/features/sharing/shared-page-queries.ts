import { api } from "@ensemble/contract/api";
import { mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";

/** Query for a shared page. */
export const sharedPageQuery = (id: string) =>
  queryOptions({
    queryKey: ["sharing", "page", id],
    queryFn: ({ signal }) => api.get("/api/sharing/public/{id}", { path: { id }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Ends somebody's page, for everybody. */
export const takeDownMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: (id: string) => api.delete("/api/sharing/public/{id}", { path: { id } }),
    onSuccess: (_, id) => queryClient.resetQueries({ queryKey: sharedPageQuery(id).queryKey }),
  });

/** Copies a shared page into the reader's own; `refetch` is the query key of what it becomes there. */
export const copySharedMutation = (queryClient: QueryClient, refetch: string) =>
  mutationOptions({
    mutationFn: (id: string) => api.post("/api/sharing/public/{id}/copy", { path: { id } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: [refetch] }),
  });
