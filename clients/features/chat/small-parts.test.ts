import { markedPieces } from "@ensemble/blocks/passages/marked-pieces";
import { describe, expect, test } from "vitest";
import { groupByDay } from "./list/group-by-day";
import { conversation } from "./test-messages";

describe("groupByDay", () => {
  const now = new Date(2026, 10, 20, 9, 0);
  const at = (days: number, hour = 12) => new Date(2026, 10, 20 - days, hour).toISOString();

  test("heads each group once, pinned conversations first", () => {
    const rows = groupByDay(
      [
        conversation({ id: "now", updated_at: at(0, 8) }),
        conversation({ id: "late", updated_at: at(1, 23) }),
        conversation({ id: "week", updated_at: at(7) }),
        conversation({ id: "pinned", updated_at: at(8), pinned: true }),
        conversation({ id: "month", updated_at: at(30) }),
        conversation({ id: "old", updated_at: at(31) }),
        conversation({ id: "older", updated_at: at(32) }),
      ],
      now,
      "en",
    );

    expect(rows.map((row) => row.conversation?.id ?? row.heading)).toEqual([
      "pinned",
      "pinned",
      "today",
      "now",
      "yesterday",
      "late",
      "previous_7_days",
      "week",
      "previous_30_days",
      "month",
      "October 2026",
      "old",
      "older",
    ]);
  });

  test("a clock that runs ahead elsewhere still means today", () => {
    expect(groupByDay([conversation({ updated_at: at(-1) })], now, "en")[0]?.heading).toBe("today");
  });
});

describe("markedPieces", () => {
  test.each([
    ["no marks", "a keel", [], ["a keel"]],
    ["one", "a keel", [[2, 6]], ["a ", "[keel]"]],
    [
      "two, unsorted",
      "ab cd",
      [
        [3, 5],
        [0, 2],
      ],
      ["[ab]", " ", "[cd]"],
    ],
    [
      "overlapping",
      "abcd",
      [
        [0, 3],
        [1, 4],
      ],
      ["[abc]", "d"],
    ],
    ["beyond the end", "ab", [[1, 9]], ["ab"]],
    ["after a pair of code units", "👋 hi", [[3, 5]], ["👋 ", "[hi]"]],
  ] as [string, string, [number, number][], string[]][])("cuts at %s", (_, snippet, marks, expected) => {
    const pieces = markedPieces(snippet, marks).map((piece) =>
      piece.marked ? `[${piece.text}]` : piece.text,
    );

    expect(pieces).toEqual(expected);
  });
});
