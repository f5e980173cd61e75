import type { ConversationSummary } from "@ensemble/contract/wire";
import { QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { dropFromLists, putInLists, SECTIONS_KEY, TIMELINE_KEY } from "./list-cache";

const LONG_AGO = 1_000;

const conversation = (id: string, title: string) =>
  ({ id, title, updated_at: "2026-01-01T00:00:00Z", pinned: false, group_id: null }) as ConversationSummary;

test("a list restored from the last visit stays stale when one of its conversations changes", () => {
  const client = new QueryClient();
  const page = { items: [conversation("1", "Old"), conversation("2", "Old too")], next_cursor: null };
  client.setQueryData(TIMELINE_KEY, { pages: [page], pageParams: [null] }, { updatedAt: LONG_AGO });
  const section = [...SECTIONS_KEY, "favorites", 100];
  client.setQueryData(section, { items: page.items, more: false }, { updatedAt: LONG_AGO });

  putInLists(client, conversation("1", "New"));
  dropFromLists(client, ["2"]);

  expect(client.getQueryData(TIMELINE_KEY)).toMatchObject({ pages: [{ items: [{ title: "New" }] }] });
  expect(client.getQueryData(section)).toEqual({ items: [], more: false });
  for (const key of [TIMELINE_KEY, section]) {
    expect(client.getQueryState(key)?.dataUpdatedAt).toBe(LONG_AGO);
  }
});

test("a change of a list that is not loaded loads nothing", () => {
  const client = new QueryClient();
  putInLists(client, conversation("1", "New"));
  expect(client.getQueryData(TIMELINE_KEY)).toBeUndefined();
});
