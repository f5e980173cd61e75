import { api } from "@ensemble/contract/api";
import type { ConversationSettings, ConversationSummaryText } from "@ensemble/contract/wire";
import { mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import { conversationQuery } from "../chat-queries";

/**
 * Query for the context usage of a branch. Its key is below the conversation's, so that its changes refetch
 * it.
 */
export const contextQuery = (conversationId: string, leafId: string, model: string) =>
  queryOptions({
    queryKey: [...conversationQuery(conversationId).queryKey, "context", leafId, model],
    queryFn: ({ signal }) =>
      api.get("/api/chat/conversations/{id}/context", {
        path: { id: conversationId },
        query: { leaf_id: leafId, model },
        signal,
      }),
    staleTime: 60_000,
  });

/** Optimistic mutation of a conversation's own settings, reverted if the server rejects it. */
export const conversationSettingsMutation = (client: QueryClient, conversationId: string) => {
  const { queryKey } = conversationQuery(conversationId);
  const put = (settings: ConversationSettings) =>
    client.setQueryData(queryKey, (detail) => detail && { ...detail, settings });
  return mutationOptions({
    mutationFn: (settings: ConversationSettings) =>
      api.put("/api/chat/conversations/{id}/settings", { path: { id: conversationId }, body: settings }),
    onMutate: (settings) => {
      const before = client.getQueryData(queryKey)?.settings;
      put(settings);
      return { before };
    },
    onError: (_error, _settings, context) => context?.before && put(context.before),
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
};

/** Changes the text of a summary based on version `over`. */
export const editSummaryMutation = (client: QueryClient, conversationId: string) =>
  mutationOptions({
    mutationFn: ({
      over,
      text,
    }: {
      over: Pick<ConversationSummaryText, "id" | "updated_at">;
      text: string;
    }) =>
      api.put("/api/chat/summaries/{id}", {
        path: { id: over.id },
        body: { text },
        headers: { "if-match": `"${over.updated_at}"` },
      }),
    onSuccess: () => client.invalidateQueries({ queryKey: conversationQuery(conversationId).queryKey }),
    meta: { ownError: true },
  });
