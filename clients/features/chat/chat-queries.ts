import { byCursor } from "@ensemble/blocks/by-cursor";
import { api } from "@ensemble/contract/api";
import { connectionProblem } from "@ensemble/contract/problem-error";
import { sse } from "@ensemble/contract/sse";
import type { ConversationChange, NewMessage, RunEvent } from "@ensemble/contract/wire";
import { infiniteQueryOptions, mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import { chooseLeaf, putConversation } from "./chat-cache";
import { readOrKept } from "./conversation/offline-copy";
import { type Thread, threadOf } from "./conversation/thread";
import { findInLists, putInLists, rememberLists, TIMELINE_KEY } from "./list/list-cache";

const PAGE_SIZE = 50;

/** Query for the conversations by day, newest first. The first page is kept for the next first paint. */
export const conversationsQuery = infiniteQueryOptions({
  queryKey: TIMELINE_KEY,
  queryFn: ({ pageParam, signal }) =>
    api.get("/api/chat/conversations", {
      query: { group: "none", pinned: false, cursor: pageParam, limit: PAGE_SIZE },
      signal,
    }),
  ...byCursor,
  staleTime: 60_000,
  meta: { keep: true },
});

/** Number of messages loaded with a conversation: one window and some more. Others are loaded on demand. */
const NEWEST = 72;

/** Interval of retries while a cached copy is shown. */
const LOOK_AGAIN_MS = 5_000;

/** Query for a conversation with its message tree; `use-full-messages.ts` loads messages that are only outlined. */
export const conversationQuery = (conversationId: string) => {
  const queryKey = ["chat", "conversation", conversationId];
  return queryOptions({
    queryKey,
    queryFn: async ({ client, signal }): Promise<Thread> => {
      const known = client.getQueryData<Thread>(queryKey);
      return readOrKept(client, conversationId, known, async () => {
        const detail = await api.get("/api/chat/conversations/{id}", {
          path: { id: conversationId },
          query: { newest: NEWEST },
          signal,
        });
        return threadOf(detail, known?.messages);
      });
    },
    staleTime: 15_000,
    // Offline too: then it returns the offline copy until the server responds again.
    networkMode: "always",
    refetchOnReconnect: "always",
    refetchInterval: ({ state }) => (state.data?.kept_at ? LOOK_AGAIN_MS : false),
  });
};

/** Query for past conversations that contain all the words, with their positions. */
export const searchConversationsQuery = (words: string) =>
  infiniteQueryOptions({
    queryKey: ["chat", "search", words],
    queryFn: ({ pageParam, signal }) =>
      api.get("/api/chat/search", {
        query: {
          q: words,
          utc_offset_minutes: -new Date().getTimezoneOffset(),
          cursor: pageParam,
          limit: 30,
        },
        signal,
      }),
    ...byCursor,
    enabled: words.trim() !== "",
    placeholderData: (previous) => previous,
    staleTime: 10_000,
  });

/**
 * Loads the stream reader, which is needed only after sending. If it cannot be loaded, the server is
 * unreachable.
 */
const following = () =>
  import("@ensemble/contract/post-and-follow").catch(() => {
    throw connectionProblem();
  });

export async function sendMessage(conversationId: string, message: NewMessage) {
  const { postAndFollow } = await following();
  return postAndFollow("/api/chat/conversations/{id}/messages", {
    path: { id: conversationId },
    body: message,
  });
}

export const findRun = (runId: string) => api.get("/api/runs/{id}", { path: { id: runId } });

/** Yields the events of a run after `after`, across lost connections, until its end. */
export async function* runEvents(
  runId: string,
  options: { signal: AbortSignal; after: number; onConnection: (connected: boolean) => void },
): AsyncGenerator<RunEvent, void> {
  const after = options.after > 0 ? String(options.after) : undefined;
  const url = `/api/runs/${encodeURIComponent(runId)}/events`;
  for await (const event of sse(url, { ...options, after })) {
    const parsed: unknown = JSON.parse(event.data);
    yield parsed as RunEvent;
  }
}

export const cancelRun = (runId: string) => api.post("/api/runs/{id}/cancel", { path: { id: runId } });

export const cancelRunMutation = () => mutationOptions({ mutationFn: cancelRun });

export interface Merging {
  /** Message whose answers are merged. */
  questionId: string;
  /** Client-generated id of the merged answer, which makes the request idempotent. */
  newId: string;
  model?: string;
  answers: string[];
}

export const mergeMutation = () =>
  mutationOptions({
    mutationFn: async ({ questionId, newId, model, answers }: Merging) => {
      const { postAndFollow } = await following();
      return postAndFollow("/api/chat/messages/{id}/ensemble", {
        path: { id: questionId },
        body: model ? { id: newId, model, answers } : { id: newId, answers },
      });
    },
    meta: { ownError: true },
  });

export interface Regeneration {
  /** Answer to regenerate. */
  messageId: string;
  /** Client-generated id of the new answer, which makes the request idempotent. */
  newId: string;
  model?: string;
  /** True if the model gets no memories. */
  withoutMemory?: boolean;
}

export const regenerateMutation = () =>
  mutationOptions({
    mutationFn: async ({ messageId, newId, model, withoutMemory }: Regeneration) => {
      const { postAndFollow } = await following();
      return postAndFollow("/api/chat/messages/{id}/regenerate", {
        path: { id: messageId },
        body: { id: newId, model, without_memory: withoutMemory || undefined },
      });
    },
    meta: { ownError: true },
  });

/** Changes a conversation. With `version`, the server rejects it after a concurrent change. */
export const changeConversationMutation = (queryClient: QueryClient, conversationId: string) =>
  mutationOptions({
    mutationFn: ({ change, version }: { change: ConversationChange; version?: number }) =>
      api.patch("/api/chat/conversations/{id}", {
        path: { id: conversationId },
        body: change,
        headers: version === undefined ? undefined : { "If-Match": `"${version}"` },
      }),
    onMutate: ({ change }) => {
      const takeBack = rememberLists(queryClient);
      const known = findInLists(queryClient, conversationId);
      const { title, pinned, favorited, group_id } = change;
      const shown = { title, pinned, favorited, group_id };
      const given = Object.entries(shown).filter(([, value]) => value !== undefined);
      if (known && given.length > 0) putInLists(queryClient, { ...known, ...Object.fromEntries(given) });
      return { takeBack };
    },
    onError: (_error, _change, context) => context?.takeBack(),
    onSuccess: (conversation) => putConversation(queryClient, conversation),
  });

/** Stores the selected branch on the server. */
export const chooseLeafMutation = (queryClient: QueryClient) =>
  mutationOptions({
    mutationFn: ({ conversationId, leafId }: { conversationId: string; leafId: string }) =>
      api.patch("/api/chat/conversations/{id}", {
        path: { id: conversationId },
        body: { leaf_id: leafId },
        // A reload right after the switch must not lose it.
        keepalive: true,
      }),
    onSuccess: (conversation, { leafId }) => {
      chooseLeaf(queryClient, conversation.id, leafId);
      putConversation(queryClient, conversation);
    },
  });
