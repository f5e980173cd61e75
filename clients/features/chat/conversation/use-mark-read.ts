import type { ConversationSummary } from "@ensemble/contract/wire";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { changeConversationMutation } from "../chat-queries";

/** Marks a conversation as read once it is visible. */
export function useMarkRead(conversation: ConversationSummary | undefined): void {
  const { mutate } = useMutation(changeConversationMutation(useQueryClient(), conversation?.id ?? ""));
  const unread = conversation?.unread ?? false;
  useEffect(() => {
    if (!unread) return;
    const markWhenSeen = () => {
      if (document.visibilityState === "visible") mutate({ change: { read: true } });
    };
    markWhenSeen();
    document.addEventListener("visibilitychange", markWhenSeen);
    return () => document.removeEventListener("visibilitychange", markWhenSeen);
  }, [unread, mutate]);
}
