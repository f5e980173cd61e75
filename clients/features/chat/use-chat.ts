import { useSession } from "@ensemble/blocks/session-queries";
import { useHost } from "@ensemble/host/HostContext";
import { useQueryClient } from "@tanstack/react-query";
import { useStore } from "zustand";
import type { LiveRun } from "./answers/live-runs";
import { type Chat, chatOf } from "./chat";
import type { PendingMessage } from "./outbox/outbox";

export function useChat(): Chat {
  const { me } = useSession();
  return chatOf(useQueryClient(), useHost(), me?.id ?? "visitor");
}

/** Returns a conversation's unsent messages, oldest first. */
export function usePending(conversationId: string): readonly PendingMessage[] {
  const pending = useStore(useChat().outbox.pending);
  return pending.filter((entry) => entry.conversation_id === conversationId);
}

/** Returns the streaming answer of a message. */
export const useLiveRun = (messageId: string): LiveRun | undefined =>
  useStore(useChat().liveRuns.runs, (runs) => runs[messageId]);
