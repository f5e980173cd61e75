import type { Message } from "@ensemble/contract/wire";
import { describe, expect, test } from "vitest";
import { message } from "../test-messages";
import {
  batchOf,
  branchTo,
  leafToShow,
  messageTree,
  newestLeaf,
  numberedAnswers,
  versionsOf,
} from "./message-tree";

/**
 * q1 ─ a1 ─ q2 ─ a2
 *    │    └ q2b ─ a3
 *    └ a1b
 */
const messages: Message[] = [
  message("q1", null),
  message("a1", "q1"),
  message("q2", "a1"),
  message("a2", "q2"),
  message("a1b", "q1"),
  message("q2b", "a1"),
  message("a3", "q2b"),
];
const tree = messageTree(messages);
const ids = (list: readonly Message[]) => list.map(({ id }) => id);

describe("branchTo", () => {
  test("walks from the first message to the leaf", () => {
    expect(ids(branchTo(tree, "a2"))).toEqual(["q1", "a1", "q2", "a2"]);
    expect(ids(branchTo(tree, "a1b"))).toEqual(["q1", "a1b"]);
  });

  test("is empty for an unknown leaf", () => {
    expect(branchTo(tree, "gone")).toEqual([]);
    expect(branchTo(tree, null)).toEqual([]);
  });
});

describe("versionsOf", () => {
  test("gives the versions of one turn in the order they were made", () => {
    expect(ids(versionsOf(tree, message("q2b", "a1")))).toEqual(["q2", "q2b"]);
    expect(ids(versionsOf(tree, message("a2", "q2")))).toEqual(["a2"]);
  });
});

describe("newestLeaf", () => {
  test("follows the newest child to the end", () => {
    expect(newestLeaf(tree, "a1")).toBe("a3");
    expect(newestLeaf(tree, "q1")).toBe("a1b");
    expect(newestLeaf(tree, "a2")).toBe("a2");
  });
});

describe("leafToShow", () => {
  test("is the server's while the reader chose none", () => {
    expect(leafToShow(tree, "a2", null)).toBe("a2");
  });

  test("stays where the reader is when another tab works on another branch", () => {
    expect(leafToShow(tree, "a3", "a2")).toBe("a2");
  });

  test("grows with the branch the reader is on", () => {
    expect(leafToShow(tree, "a3", "a1")).toBe("a3");
  });

  test("is the end of the newest branch when the server's is unknown", () => {
    expect(leafToShow(tree, null, null)).toBe("a1b");
    expect(leafToShow(tree, "gone", "gone")).toBe("a1b");
  });

  test("is none in an empty conversation", () => {
    expect(leafToShow(messageTree([]), null, null)).toBeNull();
  });
});

describe("answers side by side", () => {
  const answer = (id: string, model: string, change: Partial<Message> = {}) =>
    message(id, "q1", { role: "assistant", model, batch_id: "b1", ...change });
  const beside = [message("q1", null), answer("a1", "x/a"), answer("a2", "x/b"), answer("a1b", "x/a")];
  const merged = answer("m1", "x/c", { kind: "ensemble" });

  test("are one column a model, with its versions", () => {
    const all = messageTree([...beside, merged]);
    const batch = batchOf(all, beside[2] as Message);
    expect(batch?.columns.map(ids)).toEqual([["a1", "a1b"], ["a2"]]);
    expect(ids(batch?.merged ?? [])).toEqual(["m1"]);
    expect(batchOf(all, beside[1] as Message)).toBe(batch);
    expect(batchOf(tree, messages[1] as Message)).toBeNull();
  });

  test("keep their numbers whatever was merged of them", () => {
    expect(ids(numberedAnswers(messageTree([...beside, merged]), "q1"))).toEqual(["a1", "a2", "a1b"]);
  });

  test("go on with the first, or with the one that was gone on with", () => {
    expect(newestLeaf(messageTree(beside), "q1")).toBe("a1");
    expect(newestLeaf(messageTree([...beside, message("q2", "a2")]), "q1")).toBe("q2");
    expect(newestLeaf(messageTree([...beside, merged]), "q1")).toBe("m1");
  });

  test("give way to what was merged of them, unless the reader went on", () => {
    expect(leafToShow(messageTree([...beside, merged]), "m1", "a1")).toBe("m1");
    const wentOn = messageTree([...beside, message("q2", "a1"), merged]);
    expect(leafToShow(wentOn, "m1", "a1")).toBe("q2");
  });
});
