import { QueryClient } from "@tanstack/react-query";
import { describe, expect, test } from "vitest";
import { conversation } from "../test-messages";
import { dropFromLists, putInLists, SECTIONS_KEY, type SectionList, TIMELINE_KEY } from "./list-cache";
import { between, linesOf } from "./list-rows";

const NOW = new Date("2026-11-20T18:00:00Z");
const at = (id: string, hour: number, change = {}) =>
  conversation({
    id,
    title: id,
    updated_at: `2026-11-20T${String(hour).padStart(2, "0")}:00:00Z`,
    ...change,
  });
const work = { id: "g1", name: "Work", count: 2, created_at: "2026-11-20T12:00:00Z" };

describe("the lines of the list", () => {
  test("are what is pinned, the folders, and the rest by day", () => {
    const lines = linesOf(
      {
        pinned: { items: [at("p", 1)], more: false },
        groups: [work],
        open: new Map([["group:g1", { items: [at("a", 2)], more: true }]]),
        timeline: [at("t", 3)],
      },
      NOW,
      "en",
    );

    expect(lines.map(({ key }) => key)).toEqual([
      "heading pinned",
      "pinned p",
      "folder favorites",
      "folder group:g1",
      "group:g1 a",
      "more group:g1",
      "heading today",
      "t",
    ]);
    expect(between(lines, "t", "p")).toEqual(["p", "a", "t"]);
    expect(between(lines, "gone", "a")).toEqual(["a"]);
  });

  test("say that an open folder is empty", () => {
    const open = new Map([["favorites" as const, { items: [], more: false }]]);
    const lines = linesOf({ pinned: undefined, groups: [], open, timeline: [] }, NOW, "en");
    expect(lines.map(({ kind }) => kind)).toEqual(["folder", "empty"]);
  });
});

describe("the cached lists", () => {
  const client = () => {
    const queries = new QueryClient();
    const page = (next_cursor: string | null, ...items: ReturnType<typeof at>[]) => ({ items, next_cursor });
    queries.setQueryData(TIMELINE_KEY, {
      pages: [page("c", at("e", 9), at("d", 8)), page("d", at("c", 5), at("b", 4))],
      pageParams: [null, "c"],
    });
    queries.setQueryData<SectionList>([...SECTIONS_KEY, "group:g1", 100], {
      items: [at("x", 6)],
      more: false,
    });
    queries.setQueryData<SectionList>([...SECTIONS_KEY, "favorites", 100], { items: [], more: false });
    const timeline = () =>
      (queries.getQueryData(TIMELINE_KEY) as { pages: { items: { id: string }[] }[] }).pages.map((one) =>
        one.items.map(({ id }) => id),
      );
    const section = (name: string) =>
      queries.getQueryData<SectionList>([...SECTIONS_KEY, name, 100])?.items.map(({ id }) => id);
    return { queries, timeline, section };
  };

  test("take a conversation to where it belongs, and out of where it was", () => {
    const { queries, timeline, section } = client();
    putInLists(queries, at("c", 5, { group_id: "g1", favorited: true }));
    expect(timeline()).toEqual([["e", "d"], ["b"]]);
    expect(section("group:g1")).toEqual(["x", "c"]);
    expect(section("favorites")).toEqual(["c"]);

    putInLists(queries, at("c", 7));
    expect(timeline()).toEqual([
      ["e", "d"],
      ["c", "b"],
    ]);
    expect(section("group:g1")).toEqual(["x"]);
    expect(section("favorites")).toEqual([]);
  });

  test("put what spoke last in front, and leave out what lies beyond what was fetched", () => {
    const { queries, timeline } = client();
    putInLists(queries, at("b", 10));
    putInLists(queries, at("older", 1));
    expect(timeline()).toEqual([["b", "e", "d"], ["c"]]);
  });

  test("never hold a temporary conversation, nor one that was deleted", () => {
    const { queries, timeline, section } = client();
    putInLists(queries, at("secret", 11, { temporary: true, favorited: true }));
    dropFromLists(queries, ["d", "x"]);
    expect(timeline()).toEqual([["e"], ["c", "b"]]);
    expect(section("group:g1")).toEqual([]);
    expect(section("favorites")).toEqual([]);
  });
});
