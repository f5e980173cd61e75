import { api } from "@ensemble/contract/api";
import { uuidV7 } from "@ensemble/contract/uuid-v7";
import { mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";

/** Query for a shared page. */
export const sharedPageQuery = (id: string) =>
  queryOptions({
    queryKey: ["sharing", "page", id],
    queryFn: ({ signal }) => api.get("/api/sharing/public/{id}", { path: { id }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

export const copySharedMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: (id: string) => api.post("/api/sharing/public/{id}/copy", { path: { id } }),
    onSuccess: ({ kind }) =>
      queryClient.invalidateQueries({ queryKey: [kind === "bot" ? "bots" : "conversations"] }),
  });

/** Starts a conversation with the bot of the page. */
export const beginTalkMutation = () =>
  mutationOptions({
    mutationFn: (id: string) =>
      api.post("/api/bots/{id}/conversations", { path: { id }, body: { id: uuidV7() } }),
  });
