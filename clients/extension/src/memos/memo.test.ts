import { expect, test } from "vitest";
import { memoOf, memoText } from "./memo";
import { readMemoOptions } from "./options";

const kept = {
  title: " The lamp\n of Arden ",
  text: "It burns oil.",
  address: "https://a.example/lamp",
  tag: "sea",
};

test("what was marked stays a quotation of its page, and a page becomes the text of a memo", () => {
  const highlight = memoOf({ ...kept, kind: "highlight" });
  expect(highlight).toMatchObject({
    kind: "highlight",
    title: "The lamp of Arden",
    body: "",
    quote: "It burns oil.",
    source_url: "https://a.example/lamp",
    tags: ["sea"],
  });
  expect(memoText(highlight)).toBe("The lamp of Arden\nhttps://a.example/lamp\n\nIt burns oil.");
  expect(memoOf({ ...kept, kind: "reading", tag: "", address: "file:///home/ana/a" })).toMatchObject({
    body: "It burns oil.",
    quote: null,
    source_url: null,
    tags: [],
  });
});

test("is never longer than the server takes", () => {
  const long = memoOf({ ...kept, kind: "reading", title: "t".repeat(400), text: "é".repeat(100_001) });
  expect(long.title).toHaveLength(300);
  expect(long.body).toHaveLength(100_000);
  expect(
    memoOf({ ...kept, kind: "highlight", address: `https://a.example/${"x".repeat(2_000)}` }).source_url,
  ).toBeNull();
});

test("whatever was stored, what is chosen for memos is a switch and a tag", () => {
  expect(readMemoOptions(undefined)).toEqual({ memo: true, memoTag: "" });
  expect(readMemoOptions({ memo: false, memoTag: " sea " })).toEqual({ memo: false, memoTag: "sea" });
  expect(readMemoOptions({ memo: "no", memoTag: "t".repeat(37) })).toEqual({ memo: true, memoTag: "" });
});
