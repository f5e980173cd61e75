import type { Memo } from "@ensemble/contract/wire";
import { expect, test } from "vitest";
import { leftOf, readEdit, typedOver, writeEdit } from "./kept-edit";

const memo: Memo = {
  id: "019a0000-0000-7000-8000-000000000001",
  kind: "note",
  title: "Moon",
  body: "It pulls.",
  source_url: null,
  source_path: null,
  file_id: null,
  summary: null,
  quote: null,
  tags: [],
  version: 3,
  created_at: "2026-11-22T08:00:00Z",
  updated_at: "2026-11-22T08:00:00Z",
  deleted_at: null,
};

test("what is typed stands over the version that was read, until that is kept", () => {
  const first = typedOver(memo, null, { title: "The moon" });
  expect(first).toEqual({ title: "The moon", body: "It pulls.", version: 3 });
  const second = typedOver({ ...memo, version: 9 }, first, { body: "It pulls the sea." });
  expect(second).toEqual({ title: "The moon", body: "It pulls the sea.", version: 3 });
});

test("what was typed while the server kept something is left to keep", () => {
  const sent = typedOver(memo, null, { title: "The moon" });
  const saved = { ...memo, title: "The moon", version: 4 };
  expect(leftOf(sent, sent, saved)).toBeNull();
  expect(leftOf({ ...sent, body: "More" }, sent, saved)).toEqual({
    title: "The moon",
    body: "More",
    version: 4,
  });
});

test("a draft is read as it was written, and anything else is none", () => {
  const edit = typedOver(memo, null, { body: "\u202eline\n" });
  expect(readEdit(writeEdit(edit))).toEqual(edit);
  for (const wrong of ["", "{", "null", "[]", '{"title":1}', '"text"']) expect(readEdit(wrong)).toBeNull();
});
