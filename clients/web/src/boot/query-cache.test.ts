import { createQueryClient } from "@ensemble/blocks/query-client";
import { memoryStore } from "@ensemble/host/memory-host";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { forgetCache, keepCache, restoreCache } from "./query-cache";

const NOW = Date.parse("2026-11-20T12:00:00Z");
const client = () => createQueryClient(() => undefined);

async function visit(
  storage: ReturnType<typeof memoryStore>,
  key: string[],
  data: unknown,
  keep: boolean | ((data: unknown) => boolean) = true,
) {
  const queries = client();
  const stop = keepCache(queries, storage);
  await queries.fetchQuery({ queryKey: key, queryFn: () => data, meta: { keep } });
  vi.advanceTimersByTime(2000);
  stop();
}

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
});
afterEach(() => {
  vi.useRealTimers();
});

describe("the kept cache", () => {
  test("gives the last answer back at the next visit, as stale", async () => {
    const storage = memoryStore();
    await visit(storage, ["session"], { me: { name: "Mira" } });

    const next = client();
    restoreCache(next, storage, NOW + 1000);

    expect(next.getQueryData(["session"])).toEqual({ me: { name: "Mira" } });
    expect(next.getQueryState(["session"])?.dataUpdatedAt).toBeLessThan(NOW - 60_000);
  });

  test("keeps only what asks for it", async () => {
    const storage = memoryStore();
    await visit(storage, ["secret"], "key", false);
    const next = client();
    restoreCache(next, storage, NOW);
    expect(next.getQueryData(["secret"])).toBeUndefined();
  });

  test("keeps only answers that deserve it", async () => {
    const storage = memoryStore();
    await visit(storage, ["session"], { me: null }, (data) => (data as { me: unknown }).me !== null);
    const next = client();
    restoreCache(next, storage, NOW);
    expect(next.getQueryData(["session"])).toBeUndefined();
  });

  test("is written at once when the page is left", async () => {
    const storage = memoryStore();
    const queries = client();
    const stop = keepCache(queries, storage);
    await queries.fetchQuery({ queryKey: ["session"], queryFn: () => "mine", meta: { keep: true } });
    window.dispatchEvent(new Event("pagehide"));
    stop();

    const next = client();
    restoreCache(next, storage, NOW);
    expect(next.getQueryData(["session"])).toBe("mine");
  });

  test("keeps the first page of a long list", async () => {
    const storage = memoryStore();
    await visit(storage, ["list"], { pages: [{ items: [1] }, { items: [2] }], pageParams: [null, "a"] });
    const next = client();
    restoreCache(next, storage, NOW);
    expect(next.getQueryData(["list"])).toEqual({ pages: [{ items: [1] }], pageParams: [null] });
  });

  test("forgets what is older than two weeks, and what cannot be read", async () => {
    const storage = memoryStore();
    await visit(storage, ["session"], "old");
    const later = client();
    restoreCache(later, storage, NOW + 15 * 24 * 3_600_000);
    expect(later.getQueryData(["session"])).toBeUndefined();

    storage.set("ensemble.cache", "{broken");
    const broken = client();
    restoreCache(broken, storage, NOW);
    expect(broken.getQueryData(["session"])).toBeUndefined();
  });

  test("is gone after signing out", async () => {
    const storage = memoryStore();
    await visit(storage, ["session"], "mine");
    forgetCache(client(), storage);
    expect(storage.keys()).toEqual([]);
  });
});
