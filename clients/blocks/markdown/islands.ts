/** Number of blocks that are rendered, laid out and painted together. */
export const ISLAND_BLOCKS = 12;

type Blocks = readonly string[];

/**
 * Blocks in groups of `ISLAND_BLOCKS`. A group that holds what it held before is the same array: a text that grows costs
 * its last group, however long it is.
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
