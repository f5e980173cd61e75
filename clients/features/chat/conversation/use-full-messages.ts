import { api } from "@ensemble/contract/api";
import { MESSAGES_AT_ONCE } from "@ensemble/contract/generated/limits/chat";
import type { Message } from "@ensemble/contract/wire";
import { type QueryClient, queryOptions, useQueries, useQueryClient } from "@tanstack/react-query";
import { conversationQuery } from "../chat-queries";
import { isOutlined, withWhole } from "./thread";

/** Number of rows loaded together, so that requests stay the same while scrolling. */
const BLOCK_ROWS = 32;
/** Number of rows loaded ahead of the rendered ones. */
const AHEAD_ROWS = 24;

/** Loads outlined messages and inserts them. */
const wholeQuery = (client: QueryClient, conversationId: string, ids: readonly string[]) => {
  const { queryKey } = conversationQuery(conversationId);
  return queryOptions({
    queryKey: [...queryKey, "whole", ...ids],
    queryFn: async ({ signal }) => {
      const { items } = await api.get("/api/chat/conversations/{id}/messages", {
        path: { id: conversationId },
        query: { ids: ids.join(",") },
        signal,
      });
      client.setQueryData(queryKey, (thread) => thread && withWhole(thread, items));
      return items.length;
    },
    gcTime: 0,
  });
};

/**
 * Loads the messages of rows `first` to `last` and of nearby rows in full. `messagesOf`: messages of a row.
 * Returns whether loading failed, and a retry function.
 */
export function useFullMessages<Row>(
  conversationId: string,
  rows: readonly Row[],
  { first, last }: { first: number; last: number },
  messagesOf: (row: Row) => readonly Message[],
): { failed: boolean; again: () => void } {
  const client = useQueryClient();
  const wanted = blocksOf(rows, { first, last })
    .map((block) => block.flatMap(messagesOf).filter(isOutlined))
    .flatMap((messages) => inGroups(messages.map(({ id }) => id)));
  const reads = useQueries({ queries: wanted.map((ids) => wholeQuery(client, conversationId, ids)) });
  const failures = reads.filter(({ isError }) => isError);
  return {
    failed: failures.length > 0,
    again: () => {
      for (const { refetch } of failures) void refetch();
    },
  };
}

/** Returns the blocks with rows `first` to `last` and nearby rows. */
export function blocksOf<Row>(
  rows: readonly Row[],
  { first, last }: { first: number; last: number },
): (readonly Row[])[] {
  if (rows.length === 0 || last < first) return [];
  const from = Math.floor(Math.max(0, first - AHEAD_ROWS) / BLOCK_ROWS);
  const to = Math.floor(Math.min(rows.length - 1, last + AHEAD_ROWS) / BLOCK_ROWS);
  return Array.from({ length: to - from + 1 }, (_, index) => {
    const start = (from + index) * BLOCK_ROWS;
    return rows.slice(start, start + BLOCK_ROWS);
  });
}

function inGroups(ids: readonly string[]): (readonly string[])[] {
  const groups = Math.ceil(ids.length / MESSAGES_AT_ONCE);
  return Array.from({ length: groups }, (_, at) =>
    ids.slice(at * MESSAGES_AT_ONCE, (at + 1) * MESSAGES_AT_ONCE),
  );
}
