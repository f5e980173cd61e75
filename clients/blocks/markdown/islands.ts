/** Number of blocks that are rendered, laid out and painted together. */
export const ISLAND_BLOCKS = 12;

type Blocks = readonly string[];

/**
 * Groups blocks by `ISLAND_BLOCKS`. An unchanged group is the same array, so that a growing text costs only
 * its last group.
 */
export function inIslands(blocks: Blocks, before: readonly Blocks[] = []): readonly Blocks[] {
  const count = Math.ceil(blocks.length / ISLAND_BLOCKS);
  return Array.from({ length: count }, (_, at) => {
    const island = blocks.slice(at * ISLAND_BLOCKS, (at + 1) * ISLAND_BLOCKS);
    const known = before[at];
    return known && isSame(known, island) ? known : island;
  });
}

const isSame = (some: Blocks, others: Blocks) =>
  some.length === others.length && some.every((block, at) => block === others[at]);
