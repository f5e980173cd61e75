import { sessionQuery } from "@ensemble/blocks/session-queries";
import { isPassing, ProblemError } from "@ensemble/contract/problem-error";
import type { QueryClient } from "@tanstack/react-query";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { Thread } from "./thread";

/** An answer that grows is not written down at every word. */
const KEEP_AFTER_MS = 1_000;

/** Loaded when it is first used: nobody waits for it to see the first page. */
const kept = () => import("./kept-conversations");

const accountOf = (client: QueryClient) => client.getQueryData(sessionQuery.queryKey)?.me?.id ?? null;

/**
 * A conversation from the server; where that cannot be reached, as it was when this browser last read it (`kept_at` says
 * when). What a page has is never replaced by something older.
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

// Where the browser forbids storage there is nothing to find, and nothing to forget.
const find = async (account: string, id: string) => {
  const { keptConversation } = await kept();
  return keptConversation<Thread>(account, id).catch(() => undefined);
};
const forget = async (account: string, id: string) => {
  const { forgetConversation } = await kept();
  await forgetConversation(account, id).catch(() => undefined);
};

/** Keeps the conversation that is open, as it is now, for when there is no network. Temporary ones are kept nowhere. */
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
