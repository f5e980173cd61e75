import { api } from "@ensemble/contract/api";
import { infiniteQueryOptions, mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";

export const outboxQuery = infiniteQueryOptions({
  queryKey: ["admin", "outbox"],
  queryFn: ({ pageParam, signal }) =>
    api.get("/api/admin/outbox", { query: pageParam ? { cursor: pageParam } : {}, signal }),
  initialPageParam: "",
  getNextPageParam: (page) => page.next_cursor,
  // The operator waits here for the mail of somebody who is signing up.
  refetchInterval: 5000,
});

export const usersQuery = infiniteQueryOptions({
  queryKey: ["admin", "users"],
  queryFn: ({ pageParam, signal }) =>
    api.get("/api/admin/users", { query: pageParam ? { cursor: pageParam } : {}, signal }),
  initialPageParam: "",
  getNextPageParam: (page) => page.next_cursor,
});

export const changeUserMutation = (queryClient: QueryClient, id: string) =>
  mutationOptions({
    mutationFn: (body: { role?: "operator" | "member"; suspended?: boolean }) =>
      api.patch("/api/admin/users/{id}", { path: { id }, body }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: usersQuery.queryKey }),
  });

export const statusQuery = queryOptions({
  queryKey: ["admin", "status"],
  queryFn: ({ signal }) => api.get("/api/admin/status", { signal }),
  refetchInterval: 30_000,
});
