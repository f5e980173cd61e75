import type { Area } from "@ensemble/blocks/area/area";
import { Telescope } from "lucide-react";

/** The area in the extension's panel: research is referred to there, and opens on the web. */
export const area = {
  name: "research",
  references: [
    {
      kind: "research",
      label: "research",
      icon: Telescope,
      path: (id) => `/home/research/${id}`,
      palette: { heading: "research", order: 40 },
    },
  ],
} satisfies Area;
