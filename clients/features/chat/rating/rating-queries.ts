import { api } from "@ensemble/contract/api";
import type { Message, MessageFeedback } from "@ensemble/contract/wire";
import { mutationOptions, type QueryClient } from "@tanstack/react-query";
import { cachedMessage, patchMessage } from "../chat-cache";

/** Rates an answer, or removes its rating (null). It shows at once, and is taken back if the server refuses it. */
export const rateMutation = (client: QueryClient, { id, conversation_id }: Message) =>
  mutationOptions({
    // One after the other: the last one counts.
    scope: { id: `rate/${id}` },
    mutationFn: (feedback: MessageFeedback | null) =>
      feedback
        ? api.put("/api/chat/messages/{id}/feedback", { path: { id }, body: feedback })
        : api.delete("/api/chat/messages/{id}/feedback", { path: { id } }),
    onMutate: (feedback) => {
      const before = cachedMessage(client, conversation_id, id)?.feedback ?? null;
      patchMessage(client, conversation_id, id, { feedback });
      return { before };
    },
    onError: (_error, _feedback, context) =>
      patchMessage(client, conversation_id, id, { feedback: context?.before ?? null }),
  });
