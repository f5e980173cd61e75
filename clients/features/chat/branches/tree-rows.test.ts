import { describe, expect, test } from "vitest";
import { message } from "../test-messages";
import { messageTree } from "./message-tree";
import { rowAfterKey, treeRows } from "./tree-rows";

/** q1 ─ a1 ─ q2 ─ a2, and beside q2 the branch q3 ─ a3. */
const tree = messageTree([
  message("q1", null),
  message("a1", "q1"),
  message("q2", "a1"),
  message("a2", "q2"),
  message("q3", "a1"),
  message("a3", "q3"),
]);
const shown = new Set(["q1", "a1", "q3", "a3"]);

describe("the tree of a conversation", () => {
  test("lists every branch to its end, indented by its forks", () => {
    const rows = treeRows(tree, shown);
    expect(rows.map(({ message: { id }, depth }) => `${id} ${depth}`)).toEqual([
      "q1 0",
      "a1 0",
      "q2 1",
      "a2 1",
      "q3 1",
      "a3 1",
    ]);
    expect(rows.filter((row) => row.shown).map((row) => row.message.id)).toEqual(["q1", "a1", "q3", "a3"]);
    expect(rows[4]).toMatchObject({ version: 2, versions: 2 });
  });

  test("is walked with keys", () => {
    const rows = treeRows(tree, shown);
    expect(rowAfterKey(rows, 0, "ArrowUp")).toBe(0);
    expect(rowAfterKey(rows, 0, "ArrowDown")).toBe(1);
    expect(rowAfterKey(rows, 0, "inward")).toBe(2);
    expect(rowAfterKey(rows, 5, "outward")).toBe(1);
    expect(rowAfterKey(rows, 2, "End")).toBe(5);
    expect(rowAfterKey(rows, 2, "x")).toBeNull();
  });

  test("of 2,000 messages in one line is made without a recursion", () => {
    const long = Array.from({ length: 2_000 }, (_, n) => message(`m${n}`, n === 0 ? null : `m${n - 1}`));
    expect(treeRows(messageTree(long), new Set())).toHaveLength(2_000);
  });
});
