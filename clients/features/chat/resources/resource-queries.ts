import { byCursor } from "@ensemble/blocks/by-cursor";
import { api } from "@ensemble/contract/api";
import { infiniteQueryOptions } from "@tanstack/react-query";
import { conversationQuery } from "../chat-queries";

const PAGE_SIZE = 50;

/**
 * Query for the resources of a conversation. Its key is below the conversation's, so that its changes refetch
 * it.
 */
export const resourcesQuery = (conversationId: string, kind: "files" | "links") =>
  infiniteQueryOptions({
    queryKey: [...conversationQuery(conversationId).queryKey, "resources", kind],
    queryFn: ({ pageParam, signal }) =>
      api.get("/api/chat/conversations/{id}/resources", {
        path: { id: conversationId },
        query: { kind, cursor: pageParam, limit: PAGE_SIZE },
        signal,
      }),
    ...byCursor,
  });
