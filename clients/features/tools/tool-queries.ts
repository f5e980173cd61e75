import { api } from "@ensemble/contract/api";
import type { NewToolServer, ToolRule, ToolServer, ToolServerChange } from "@ensemble/contract/wire";
import { mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";

export const toolServersQuery = queryOptions({
  queryKey: ["tools", "servers"],
  queryFn: ({ signal }) => api.get("/api/tools/servers", { signal }),
  staleTime: 60_000,
});

/** Query for the tool servers that are off in a conversation. */
export const chatToolsQuery = (conversationId: string) =>
  queryOptions({
    queryKey: ["tools", "chats", conversationId],
    queryFn: ({ signal }) =>
      api.get("/api/tools/chats/{conversation_id}", { path: { conversation_id: conversationId }, signal }),
    staleTime: 60_000,
  });

const refetch = (queryClient: QueryClient) =>
  queryClient.invalidateQueries({ queryKey: toolServersQuery.queryKey });

const putServer = (queryClient: QueryClient, server: ToolServer) =>
  queryClient.setQueryData(toolServersQuery.queryKey, (list) => {
    if (!list) return list;
    const known = list.items.some(({ key }) => key === server.key);
    const items = known
      ? list.items.map((item) => (item.key === server.key ? server : item))
      : [...list.items, server];
    return { ...list, items };
  });

export const addServerMutation = (queryClient: QueryClient) =>
  mutationOptions({
    meta: { ownError: true },
    mutationFn: (body: NewToolServer) => api.post("/api/tools/servers", { body }),
    onSuccess: (server) => putServer(queryClient, server),
  });

export const changeServerMutation = (queryClient: QueryClient, server: string) =>
  mutationOptions({
    mutationFn: (body: ToolServerChange) =>
      api.patch("/api/tools/servers/{server}", { path: { server }, body }),
    onSuccess: (changed) => putServer(queryClient, changed),
    onSettled: () => refetch(queryClient),
  });

export const checkServerMutation = (queryClient: QueryClient, server: string) =>
  mutationOptions({
    mutationFn: () => api.post("/api/tools/servers/{server}/check", { path: { server } }),
    onSuccess: (checked) => putServer(queryClient, checked),
  });

export const removeServerMutation = (queryClient: QueryClient, server: string) =>
  mutationOptions({
    mutationFn: () => api.delete("/api/tools/servers/{server}", { path: { server } }),
    onSettled: () => refetch(queryClient),
  });

export const signInMutation = (server: string) =>
  mutationOptions({
    mutationFn: () => api.post("/api/tools/servers/{server}/sign-in", { path: { server } }),
  });

export const signOutMutation = (queryClient: QueryClient, server: string) =>
  mutationOptions({
    mutationFn: () => api.delete("/api/tools/servers/{server}/sign-in", { path: { server } }),
    onSuccess: (changed) => putServer(queryClient, changed),
  });

export const setRuleMutation = (queryClient: QueryClient, server: string) =>
  mutationOptions({
    mutationFn: (body: { tool: string; rule: ToolRule }) =>
      api.patch("/api/tools/servers/{server}/rule", { path: { server }, body }),
    onMutate: ({ tool, rule }) => {
      queryClient.setQueryData(
        toolServersQuery.queryKey,
        (list) =>
          list && {
            ...list,
            items: list.items.map((item) =>
              item.key === server
                ? { ...item, tools: item.tools.map((t) => (t.name === tool ? { ...t, rule } : t)) }
                : item,
            ),
          },
      );
    },
    onSettled: () => refetch(queryClient),
  });

export const setChatToolsMutation = (queryClient: QueryClient, conversationId: string) =>
  mutationOptions({
    mutationFn: (off: string[]) =>
      api.patch("/api/tools/chats/{conversation_id}", {
        path: { conversation_id: conversationId },
        body: { off },
      }),
    onMutate: (off) => queryClient.setQueryData(chatToolsQuery(conversationId).queryKey, { off }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: chatToolsQuery(conversationId).queryKey }),
  });
