import type { KeyValueStore } from "@ensemble/host/host";
import { hashKey, type QueryClient, type QueryKey } from "@tanstack/react-query";

const KEY = "ensemble.cache";
/** Version of the format; increase it when cached data changes its shape. */
const VERSION = 1;
const SAVE_AFTER_MS = 1000;
/** Age of restored data, above any `staleTime`, so that it is refetched when shown. */
const STALE_BY_MS = 60 * 60 * 1000;
const MAX_AGE_MS = 14 * 24 * 60 * 60 * 1000;

interface Kept {
  key: QueryKey;
  data: unknown;
  updatedAt: number;
}

/** Restores the cached queries of the last visit, which are shown at once and refetched. */
export function restoreCache(client: QueryClient, storage: KeyValueStore, now: number): void {
  for (const { key, data, updatedAt } of readKept(storage)) {
    if (now - updatedAt >= MAX_AGE_MS) continue;
    // Kept even if no page of this visit requests it.
    client.setQueryDefaults(key, { meta: { keep: true } });
    client.setQueryData(key, data, { updatedAt: Math.min(updatedAt, now - STALE_BY_MS) });
  }
}

function readKept(storage: KeyValueStore): Kept[] {
  try {
    const stored = JSON.parse(storage.get(KEY) ?? "null") as { version: number; kept: Kept[] } | null;
    return stored?.version === VERSION ? stored.kept : [];
  } catch {
    return [];
  }
}

/** Persists the cache shortly after it changes. */
export function keepCache(client: QueryClient, storage: KeyValueStore): () => void {
  let timer: ReturnType<typeof setTimeout> | null = null;
  const save = () => {
    timer = null;
    storage.set(KEY, JSON.stringify({ version: VERSION, kept: keptOf(client) }));
  };
  const stop = client.getQueryCache().subscribe(({ query, type }) => {
    if (type === "updated" && query.meta?.keep) timer ??= setTimeout(save, SAVE_AFTER_MS);
  });
  const saveBeforeLeaving = () => {
    if (timer === null) return;
    clearTimeout(timer);
    save();
  };
  window.addEventListener("pagehide", saveBeforeLeaving);
  return () => {
    stop();
    window.removeEventListener("pagehide", saveBeforeLeaving);
    if (timer) clearTimeout(timer);
  };
}

function keptOf(client: QueryClient): Kept[] {
  const kept = new Map<string, Kept>();
  for (const query of client.getQueryCache().getAll()) {
    if (query.state.data === undefined || !isKept(query.meta?.keep, query.state.data)) continue;
    const data = firstPage(query.state.data);
    kept.set(hashKey(query.queryKey), { key: query.queryKey, data, updatedAt: query.state.dataUpdatedAt });
  }
  return [...kept.values()];
}

const isKept = (keep: unknown, data: unknown): boolean =>
  typeof keep === "function" ? (keep(data) as boolean) : keep === true;

/** Keeps only the first page of a long list, which is what the first paint shows. */
function firstPage(data: unknown): unknown {
  const list = data as { pages?: unknown[]; pageParams?: unknown[] } | null;
  if (!list || !Array.isArray(list.pages) || !Array.isArray(list.pageParams)) return data;
  return { pages: list.pages.slice(0, 1), pageParams: list.pageParams.slice(0, 1) };
}

/** Drops all cached data of the person. */
export function forgetCache(client: QueryClient, storage: KeyValueStore): void {
  client.clear();
  storage.remove(KEY);
}
