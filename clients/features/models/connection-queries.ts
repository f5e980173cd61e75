import { api } from "@ensemble/contract/api";
import type { Connection, ConnectionChange, ConnectionTest, NewConnection } from "@ensemble/contract/wire";
import { mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";

export const connectionsQuery = queryOptions({
  queryKey: ["models", "connections"],
  queryFn: ({ signal }) => api.get("/api/models/connections", { signal }),
});

/** Query for model servers on the server's machine that are not connected. */
export const discoveredQuery = queryOptions({
  queryKey: ["models", "discovered"],
  queryFn: ({ signal }) => api.get("/api/models/discovered", { signal }),
  staleTime: 30_000,
});

/** Refetches the models, which change with connections. */
const refetchModels = (queryClient: QueryClient) => queryClient.invalidateQueries({ queryKey: ["models"] });

const putConnection = (queryClient: QueryClient, connection: Connection) =>
  queryClient.setQueryData(connectionsQuery.queryKey, (list) => {
    if (!list) return list;
    const known = list.items.some(({ id }) => id === connection.id);
    const items = known
      ? list.items.map((item) => (item.id === connection.id ? connection : item))
      : [...list.items, connection];
    return { items };
  });

export const addConnectionMutation = (queryClient: QueryClient) =>
  mutationOptions({
    meta: { ownError: true },
    mutationFn: (body: NewConnection) => api.post("/api/models/connections", { body }),
    onSuccess: (connection) => putConnection(queryClient, connection),
    onSettled: () => refetchModels(queryClient),
  });

export const changeConnectionMutation = (queryClient: QueryClient, id: string) =>
  mutationOptions({
    mutationFn: (body: ConnectionChange) => api.patch("/api/models/connections/{id}", { path: { id }, body }),
    onSuccess: (connection) => putConnection(queryClient, connection),
    onSettled: () => refetchModels(queryClient),
  });

export const refreshConnectionMutation = (queryClient: QueryClient, id: string) =>
  mutationOptions({
    mutationFn: () => api.post("/api/models/connections/{id}/refresh", { path: { id } }),
    onSuccess: (connection) => putConnection(queryClient, connection),
    onSettled: () => refetchModels(queryClient),
  });

export const deleteConnectionMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: (id: string) => api.delete("/api/models/connections/{id}", { path: { id } }),
    onSettled: () => refetchModels(queryClient),
  });

export const testConnectionMutation = () =>
  mutationOptions({
    meta: { ownError: true },
    mutationFn: (body: ConnectionTest) => api.post("/api/models/connections/test", { body }),
  });
