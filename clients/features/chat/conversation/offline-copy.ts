import { sessionQuery } from "@ensemble/blocks/session-queries";
import { isPassing, ProblemError } from "@ensemble/contract/problem-error";
import type { QueryClient } from "@tanstack/react-query";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { Thread } from "./thread";

/** Debounce of writes while an answer streams. */
const KEEP_AFTER_MS = 1_000;

/** Loads the storage code on first use, outside of the first load. */
const kept = () => import("./kept-conversations");

const accountOf = (client: QueryClient) => client.getQueryData(sessionQuery.queryKey)?.me?.id ?? null;

/**
 * Fetches a conversation from the server; if it is unreachable, returns the offline copy (`kept_at` is its
 * time). Never replaces newer data.
 */
export async function readOrKept(
  client: QueryClient,
  id: string,
  known: Thread | undefined,
  read: () => Promise<Thread>,
): Promise<Thread> {
  try {
    return await read();
  } catch (error) {
    const account = accountOf(client);
    if (account === null) throw error;
    if (error instanceof ProblemError && error.status === 404) void forget(account, id);
    if (!isPassing(error) || (known !== undefined && known.kept_at === undefined)) throw error;
    const copy = await find(account, id);
    if (!copy) throw error;
    return { ...copy.value, kept_at: copy.kept_at };
  }
}

// Without storage there is nothing to find and nothing to delete.
const find = async (account: string, id: string) => {
  const { keptConversation } = await kept();
  return keptConversation<Thread>(account, id).catch(() => undefined);
};
const forget = async (account: string, id: string) => {
  const { forgetConversation } = await kept();
  await forgetConversation(account, id).catch(() => undefined);
};

/** Stores an offline copy of the open conversation. Temporary ones are never stored. */
export function useOfflineCopy(thread: Thread | undefined): void {
  const client = useQueryClient();
  useEffect(() => {
    const account = accountOf(client);
    if (!thread || thread.kept_at !== undefined || thread.conversation.temporary || account === null) return;
    const keep = async () => {
      const { keepConversation } = await kept();
      await keepConversation(account, thread.conversation.id, thread);
    };
    const timer = setTimeout(() => void keep().catch(() => undefined), KEEP_AFTER_MS);
    return () => clearTimeout(timer);
  }, [client, thread]);
}
