import { byCursor } from "@ensemble/blocks/by-cursor";
import { usageQuery } from "@ensemble/blocks/shared-queries";
import { api } from "@ensemble/contract/api";
import { uuidV7 } from "@ensemble/contract/uuid-v7";
import type { Memo, MemoBatchAction, MemoFields, MemoKind, NewMemo } from "@ensemble/contract/wire";
import {
  infiniteQueryOptions,
  keepPreviousData,
  mutationOptions,
  type QueryClient,
  queryOptions,
} from "@tanstack/react-query";

export interface MemoFilter {
  q: string;
  kind: MemoKind | null;
  tag: string | null;
  trash: boolean;
}

/** The person's memos that fit, those changed last first, page by page. */
export const memosQuery = ({ q, kind, tag, trash }: MemoFilter) =>
  infiniteQueryOptions({
    queryKey: ["memos", "list", { q, kind, tag, trash }],
    queryFn: ({ pageParam, signal }) =>
      api.get("/api/memos", {
        query: {
          q: q || undefined,
          kind: kind ?? undefined,
          tag: tag ?? undefined,
          trash: trash || undefined,
          cursor: pageParam,
          limit: 50,
        },
        signal,
      }),
    ...byCursor,
    placeholderData: keepPreviousData,
  });

export const memoQuery = (id: string) =>
  queryOptions({
    queryKey: ["memos", "one", id],
    queryFn: ({ signal }) => api.get("/api/memos/{id}", { path: { id }, signal }),
  });

export const memoTagsQuery = queryOptions({
  queryKey: ["memos", "tags"],
  queryFn: ({ signal }) => api.get("/api/memos/tags", { signal }),
});

const lists = (client: QueryClient) =>
  Promise.all([
    client.invalidateQueries({ queryKey: ["memos", "list"] }),
    client.invalidateQueries({ queryKey: memoTagsQuery.queryKey }),
  ]);

export const createMemoMutation = (client: QueryClient) =>
  mutationOptions({
    meta: { ownError: true },
    mutationFn: (body: NewMemo) => api.post("/api/memos", { body }),
    onSuccess: (memo: Memo) => {
      client.setQueryData(memoQuery(memo.id).queryKey, memo);
      return lists(client);
    },
  });

/** A change to a memo; with a version only if it is still that one. */
export interface MemoEdit {
  id: string;
  fields: Partial<MemoFields>;
  version: number | null;
}

/** Changes a memo, here and on the server. */
export async function changeMemo(client: QueryClient, { id, fields, version }: MemoEdit): Promise<Memo> {
  const memo = await api.patch("/api/memos/{id}", {
    path: { id },
    body: fields,
    headers: version === null ? undefined : { "if-match": `"${version}"` },
  });
  client.setQueryData(memoQuery(id).queryKey, memo);
  void lists(client);
  return memo;
}

export const changeMemoMutation = (client: QueryClient) =>
  mutationOptions({
    meta: { ownError: true },
    mutationFn: (edit: MemoEdit) => changeMemo(client, edit),
  });

export const changeMemosMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ ids, action }: { ids: readonly string[]; action: MemoBatchAction }) =>
      api.post("/api/memos/batch", { body: { memo_ids: [...ids], ...action } }),
    onSettled: () => client.invalidateQueries({ queryKey: ["memos"] }),
  });

/** Has a model say what is to be seen in the picture of a memo. */
export const summariseMutation = (client: QueryClient) =>
  mutationOptions({
    meta: { ownError: true },
    mutationFn: ({ id, model }: { id: string; model: string | null }) =>
      api.post("/api/memos/{id}/summary", { path: { id }, body: { model } }),
    onSuccess: (memo: Memo) => client.setQueryData(memoQuery(memo.id).queryKey, memo),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ["memos"] }),
        client.invalidateQueries({ queryKey: usageQuery.queryKey }),
      ]),
  });

export const cancelSummaryMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (id: string) => api.post("/api/memos/{id}/summary/cancel", { path: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: ["memos"] }),
  });

export const renameTagMutation = (client: QueryClient) =>
  mutationOptions({
    meta: { ownError: true },
    mutationFn: ({ id, name }: { id: string; name: string }) =>
      api.patch("/api/memos/tags/{id}", { path: { id }, body: { name } }),
    onSettled: () => client.invalidateQueries({ queryKey: ["memos"] }),
  });

export const deleteTagMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (id: string) => api.delete("/api/memos/tags/{id}", { path: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: ["memos"] }),
  });

/** A question over one's memos is a search in them. */
export const askMemosMutation = () =>
  mutationOptions({
    meta: { ownError: true },
    mutationFn: (query: string) =>
      api.post("/api/search/searches", {
        body: {
          id: uuidV7(),
          query,
          source: "my_memo",
          effort: "balanced",
          skill: "ask",
          domains: { only: [], never: [] },
          model: null,
        },
      }),
  });
