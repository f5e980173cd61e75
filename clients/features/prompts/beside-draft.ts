import type { ComposerSeat } from "@ensemble/blocks/composer-plugs";
import type { Drafts } from "@ensemble/blocks/drafts/drafts";

/** Returns true if neither files nor references are in a composer beside its text. */
export const hasNothingBeside = (drafts: Drafts, { place }: Pick<ComposerSeat, "place">): boolean =>
  ["files", "refs"].every((part) => drafts.read(`${part}:${place}`) === "");
