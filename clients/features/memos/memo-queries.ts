import { byCursor } from "@ensemble/blocks/by-cursor";
import { newMemo } from "@ensemble/blocks/memos/new-memo";
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
  type UseMutationResult,
} from "@tanstack/react-query";

export interface MemoFilter {
  q: string;
  kind: MemoKind | null;
  tag: string | null;
  trash: boolean;
}

/** Query for matching memos, last changed first, paginated. */
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

/** Query for the memos that link to this one, last changed first. */
export const linkedFromQuery = (id: string) =>
  queryOptions({
    queryKey: ["memos", "list", { links_to: id }],
    queryFn: ({ signal }) => api.get("/api/memos", { query: { links_to: id, limit: 100 }, signal }),
  });

/** Query for the memos of a page by its address; empty for an incomplete address. */
export const keptUnderQuery = (address: string) =>
  queryOptions({
    queryKey: ["memos", "list", { source: address }],
    queryFn: ({ signal }) => api.get("/api/memos", { query: { source: address, limit: 2 }, signal }),
    enabled: isWholeAddress(address),
  });

function isWholeAddress(address: string): boolean {
  const url = URL.parse(address);
  return url !== null && /^https?:$/.test(url.protocol) && url.hostname.includes(".") && url.username === "";
}

export const memoTagsQuery = queryOptions({
  queryKey: ["memos", "tags"],
  queryFn: ({ signal }) => api.get("/api/memos/tags", { signal }),
});

const lists = (client: QueryClient) =>
  Promise.all([
    client.invalidateQueries({ queryKey: ["memos", "list"] }),
    client.invalidateQueries({ queryKey: memoTagsQuery.queryKey }),
  ]);

/** Returns an empty memo that the server does not know. */
export const blankMemo = (id: string, tags: readonly string[] = []): Memo => {
  const now = new Date().toISOString();
  return {
    ...newMemo({ tags: [...tags] }),
    id,
    source_path: null,
    file_id: null,
    summary: null,
    version: 0,
    created_at: now,
    updated_at: now,
    deleted_at: null,
  };
};

/** Version of a new memo on the server. */
const FIRST_VERSION = 1;

/** Creates a memo with its first words. */
export const keepNewMemo = (
  client: QueryClient,
  { id, title, body, tags = [] }: Pick<NewMemo, "id" | "title" | "body"> & Partial<Pick<NewMemo, "tags">>,
): Promise<Memo> => keepTyped(client, { ...newMemo({ title, body, tags }), id });

/** Creates a memo. If an earlier attempt succeeded without a response, updates it instead. */
export async function keepTyped(client: QueryClient, memo: NewMemo): Promise<Memo> {
  const { id, title, body, source_url } = memo;
  const kept = await api.post("/api/memos", { body: memo });
  const isOfOther = !!source_url && kept.source_url !== (URL.parse(source_url)?.href ?? source_url);
  // The earlier response was lost, so text typed since is missing. Another window's changes stay.
  if (kept.title !== title.trim() || kept.body !== body || isOfOther) {
    const fields = { title, body, ...(isOfOther ? { source_url } : {}) };
    return changeMemo(client, { id, fields, version: FIRST_VERSION });
  }
  client.setQueryData(memoQuery(id).queryKey, kept);
  void lists(client);
  return kept;
}

export const createMemoMutation = (client: QueryClient) =>
  mutationOptions({
    meta: { ownError: true },
    mutationFn: (body: NewMemo) => api.post("/api/memos", { body }),
    onSuccess: (memo: Memo) => {
      client.setQueryData(memoQuery(memo.id).queryKey, memo);
      return lists(client);
    },
  });

/** Change to a memo; with a version, only if it is still current. */
export interface MemoEdit {
  id: string;
  fields: Partial<MemoFields>;
  version: number | null;
}

/** Changes a memo here and on the server. */
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

/** Running or finished change of a memo. */
export type MemoChanging = UseMutationResult<Memo, Error, MemoEdit>;

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

/** Describes a memo's image with a model. */
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

/** Asks a question about memos, which is a search over them. */
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
