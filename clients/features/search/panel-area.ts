import type { Area } from "@ensemble/blocks/area/area";
import { PLACES } from "@ensemble/blocks/places";
import { Globe } from "lucide-react";

/** The area in the extension's panel: searches are referred to there, and open on the web. */
export const area = {
  name: "search",
  references: [
    {
      kind: "search",
      label: "search",
      icon: Globe,
      path: (id) => PLACES.search(id),
      palette: { heading: "web_search", order: 50 },
    },
  ],
  problemHelp: { "search.too_many_searches": ["plans", "usage"] },
} satisfies Area;
