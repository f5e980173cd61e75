import { describe, expect, test } from "vitest";
import { blocksOf } from "./use-full-messages";

const rows = Array.from({ length: 1_000 }, (_, index) => index);
const ends = (first: number, last: number) =>
  blocksOf(rows, { first, last }).map((block) => [block[0], block.at(-1)]);

describe("blocksOf", () => {
  test("asks for what is drawn and what is near, in blocks that stay the same", () => {
    expect(ends(500, 510)).toEqual([
      [448, 479],
      [480, 511],
      [512, 543],
    ]);
    expect(ends(504, 514)).toEqual([
      [480, 511],
      [512, 543],
    ]);
  });

  test("ends where the rows end", () => {
    expect(ends(0, 5)).toEqual([[0, 31]]);
    expect(ends(990, 999).at(-1)).toEqual([992, 999]);
    expect(blocksOf([], { first: 0, last: -1 })).toEqual([]);
    expect(blocksOf(rows, { first: 0, last: -1 })).toEqual([]);
  });
});
