import { byCursor } from "@ensemble/blocks/by-cursor";
import { api } from "@ensemble/contract/api";
import { uuidV7 } from "@ensemble/contract/uuid-v7";
import { infiniteQueryOptions, mutationOptions, type QueryClient } from "@tanstack/react-query";

const KEY = ["sample"];

/** Query for the person's items, newest first, paginated. */
export const itemsQuery = infiniteQueryOptions({
  queryKey: [...KEY, "items"],
  queryFn: ({ pageParam, signal }) =>
    api.get("/api/sample", { query: { cursor: pageParam, limit: 50 }, signal }),
  ...byCursor,
});

export const createMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: (title: string) => api.post("/api/sample", { body: { id: uuidV7(), title } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: KEY }),
  });

export const deleteMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: (id: string) => api.delete("/api/sample/{id}", { path: { id } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: KEY }),
  });
