import { api } from "@ensemble/contract/api";
import type { KeyScope } from "@ensemble/contract/wire";
import { mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";

export const keysQuery = queryOptions({
  queryKey: ["gateway", "keys"],
  queryFn: ({ signal }) => api.get("/api/gateway/keys", { signal }),
});

export const createKeyMutation = (queryClient: QueryClient) =>
  mutationOptions({
    meta: { ownError: true },
    mutationFn: (body: { name: string; cap?: number; scopes?: readonly KeyScope[] }) =>
      api.post("/api/gateway/keys", { body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keysQuery.queryKey }),
  });

export const deleteKeyMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: (id: string) => api.delete("/api/gateway/keys/{id}", { path: { id } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: keysQuery.queryKey }),
  });
