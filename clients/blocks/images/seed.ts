const SEED_MAX = 4_294_967_295;

/** Returns true if a seed is blank, which is random, or a whole number that providers take. */
export const isSeed = (seed: string): boolean =>
  seed.trim() === "" || (/^\d{1,10}$/.test(seed.trim()) && Number(seed) <= SEED_MAX);
