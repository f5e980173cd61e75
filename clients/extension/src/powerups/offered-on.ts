import type { Powerup } from "@ensemble/feature-powerups/operations";
import { runsOnPage } from "@ensemble/feature-powerups/sites/sites";

/**
 * Splits PowerUPs into those that run on a page and the others; each is named once. Without an address, those that run on all
 * sites are offered.
 */
export function offeredOn<Item extends Pick<Powerup, "id" | "definition">>(
  powerups: readonly Item[],
  address: string | null,
): { here: Item[]; others: Item[] } {
  const all = [...new Map(powerups.map((powerup) => [powerup.id, powerup])).values()];
  const runsHere = ({ definition: { sites } }: Item) =>
    address === null ? sites.scope === "all" : runsOnPage(sites, address);
  const { here = [], others = [] } = Object.groupBy(all, (powerup) =>
    runsHere(powerup) ? "here" : "others",
  );
  return { here, others };
}
