import type { Message } from "@ensemble/contract/wire";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { chooseLeafMutation, conversationQuery } from "../chat-queries";
import { useChat } from "../use-chat";
import { messageTree, newestLeaf } from "./message-tree";

/** Shows the newest branch through a message, here and on the server for the next visit. */
export function useChooseBranch(): (message: Message) => void {
  const client = useQueryClient();
  const { leaves } = useChat();
  const { mutate } = useMutation(chooseLeafMutation(client));
  return ({ id, conversation_id: conversationId }) => {
    const messages = client.getQueryData(conversationQuery(conversationId).queryKey)?.messages ?? [];
    const leafId = newestLeaf(messageTree(messages), id);
    leaves.setState({ [conversationId]: leafId });
    mutate({ conversationId, leafId });
  };
}
