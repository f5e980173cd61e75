/** Part of a page that is read for a tool. */
export type WantedPart = "all" | "selection";

type World = { ensembleWantedPart?: WantedPart };

/**
 * Says which part the reader of a page takes next. It is injected on its own, so it uses nothing from this file; the page cannot
 * see it.
 */
export const wantPart = (part: WantedPart): void => {
  (globalThis as World).ensembleWantedPart = part;
};

/** Returns the part that is wanted, once; null: none was named. */
export function takeWantedPart(): WantedPart | null {
  const world = globalThis as World;
  const part = world.ensembleWantedPart ?? null;
  delete world.ensembleWantedPart;
  return part;
}
