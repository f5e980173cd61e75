import { describe, expect, test } from "vitest";
import { ISLAND_BLOCKS, inIslands } from "./islands";

const blocks = (count: number) => Array.from({ length: count }, (_, at) => `block ${at}`);

describe("inIslands", () => {
  test.each([0, 1, ISLAND_BLOCKS, ISLAND_BLOCKS + 1, 100])("keeps %i blocks and their order", (count) => {
    const islands = inIslands(blocks(count));

    expect(islands.flat()).toEqual(blocks(count));
    expect(islands.every(({ length }) => length > 0 && length <= ISLAND_BLOCKS)).toBe(true);
  });

  test("of a text that grew only the last island is another", () => {
    const before = inIslands(blocks(50));

    const after = inIslands([...blocks(49), "block 49, longer"], before);

    const changed = after.flatMap((island, at) => (island === before[at] ? [] : [at]));
    expect(changed).toEqual([Math.floor(49 / ISLAND_BLOCKS)]);
    expect(inIslands(blocks(50), before)).toEqual(before);
    expect(inIslands(blocks(50), before).every((island, at) => island === before[at])).toBe(true);
  });

  test("of another text nothing is kept", () => {
    const before = inIslands(blocks(30));

    expect(inIslands(["something else"], before)).toEqual([["something else"]]);
  });
});
