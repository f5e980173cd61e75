import { loadTexts } from "@ensemble/i18n/text";
import { queryOptions } from "@tanstack/react-query";
import { AREAS } from "../areas";

/** Query for the pages that areas name besides their navigation items, with their texts. */
export const destinationsQuery = queryOptions({
  queryKey: ["palette", "destinations"],
  queryFn: () => Promise.all(AREAS.flatMap(({ destinations }) => (destinations ? [load(destinations)] : []))),
  staleTime: Number.POSITIVE_INFINITY,
  // It asks no server.
  networkMode: "always",
});

async function load<Found extends { texts: Parameters<typeof loadTexts>[0] }>(
  destinations: () => Promise<Found>,
): Promise<Found> {
  const found = await destinations();
  await loadTexts(found.texts);
  return found;
}
