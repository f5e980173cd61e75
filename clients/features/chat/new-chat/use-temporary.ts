import { api } from "@ensemble/contract/api";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useStore } from "zustand";
import { conversationQuery } from "../chat-queries";
import { useChat } from "../use-chat";

/** Pending deletions of closed conversations, cancelled if the page mounts again. */
const leaving = new Map<string, ReturnType<typeof setTimeout>>();

const LEFT_AFTER_MS = 250;

/**
 * Deletes a temporary conversation when its page or tab is closed. If the request fails, the server deletes
 * it within a day.
 */
export function useLeaveTemporary(conversationId: string, temporary: boolean): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!temporary) return;
    clearTimeout(leaving.get(conversationId));
    const remove = () =>
      api
        .delete("/api/chat/conversations/{id}", { path: { id: conversationId }, keepalive: true })
        // It is already deleted, or will be within a day; the person can do nothing.
        .catch(() => undefined);
    const onPageHide = () => void remove();
    addEventListener("pagehide", onPageHide);
    return () => {
      removeEventListener("pagehide", onPageHide);
      const left = () => {
        leaving.delete(conversationId);
        client.removeQueries({ queryKey: conversationQuery(conversationId).queryKey });
        void remove();
      };
      leaving.set(conversationId, setTimeout(left, LEFT_AFTER_MS));
    };
  }, [client, conversationId, temporary]);
}

/** Returns true if this conversation was started as temporary in this tab, before the server confirms it. */
export const useStartedTemporary = (conversationId: string): boolean =>
  useStore(useChat().temporary, ({ started }) => started.includes(conversationId));
