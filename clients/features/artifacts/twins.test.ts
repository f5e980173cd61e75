import { describe, expect, test } from "vitest";
import blocks from "../../../contract/fixtures/artifacts/blocks.json";
import edits from "../../../contract/fixtures/artifacts/edits.json";
import { blocksIn } from "./blocks";
import { applyEdits } from "./edits";

describe("blocksIn reads answers as the server does", () => {
  test.each(blocks)("$name", ({ text, blocks: expected }) => {
    expect(blocksIn(text)).toEqual(expected);
  });
});

describe("applyEdits edits as the server does", () => {
  test.each(edits)("$name", ({ content, edits: written, result }) => {
    expect(applyEdits(content, written)).toBe(result);
  });
});
