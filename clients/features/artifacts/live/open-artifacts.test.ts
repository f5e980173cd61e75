import { describe, expect, test } from "vitest";
import { blocksOf, contentAt, type PlacedBlock, placeOf } from "./open-artifacts";

const block = (messageId: string, content: string, more: Partial<PlacedBlock> = {}): PlacedBlock => ({
  identifier: "clock",
  language: "html",
  title: null,
  edit: false,
  content,
  closed: true,
  messageId,
  index: 0,
  writing: false,
  ...more,
});

const edit = (search: string, replacement: string) =>
  `<<<<<<< SEARCH\n${search}\n=======\n${replacement}\n>>>>>>> REPLACE`;

describe("contentAt", () => {
  const first = block("m1", "one");
  const second = block("m2", edit("one", "two"), { edit: true });

  test("applies edits to what was before", () => {
    expect(contentAt([first, second], null, null)).toBe("two");
    expect(contentAt([first, second], placeOf(first), null)).toBe("one");
  });

  test("applies edits to what the person edited", () => {
    expect(contentAt([first, second], null, "one!")).toBe("two!");
  });

  test("shows what is edited until the first edit is complete", () => {
    const growing = block("m2", "<<<<<<< SEARCH\non", { edit: true, writing: true, closed: false });
    expect(contentAt([first, growing], null, null)).toBe("one");
  });

  test("has none where edits fit nothing", () => {
    expect(contentAt([first, block("m2", edit("zero", "x"), { edit: true })], null, null)).toBeNull();
    expect(contentAt([second], null, null)).toBeNull();
  });
});

test("blocks are in the order of their messages, whenever they were noted", () => {
  const all = { b: block("m2", "b"), c: block("m2", "c", { index: 1 }), a: block("m1", "a") };
  const other = { ...all, x: block("m0", "x", { identifier: "other" }) };
  expect(blocksOf(other, "clock").map(({ content }) => content)).toEqual(["a", "b", "c"]);
});
