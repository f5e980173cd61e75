import { api } from "@ensemble/contract/api";
import type { NewShare } from "@ensemble/contract/wire";
import { mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";

/** Query for all shared pages of this person. */
export const sharesQuery = queryOptions({
  queryKey: ["sharing", "mine"],
  queryFn: ({ signal }) => api.get("/api/sharing/shares", { signal }),
});

/** Query for the shared page of a chat or bot. */
export const shareOfQuery = (kind: string, subjectId: string) =>
  queryOptions({
    queryKey: ["sharing", "of", kind, subjectId],
    queryFn: async ({ signal }) => {
      const query = { kind, subject_id: subjectId };
      const { items } = await api.get("/api/sharing/shares", { query, signal });
      return items[0] ?? null;
    },
    staleTime: 0,
  });

export const shareMutation = (queryClient: QueryClient) =>
  mutationOptions({
    meta: { ownError: true },
    mutationFn: (body: NewShare) => api.post("/api/sharing/shares", { body }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ["sharing"] }),
  });

export const revokeShareMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: (id: string) => api.delete("/api/sharing/shares/{id}", { path: { id } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ["sharing"] }),
  });
