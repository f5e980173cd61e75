import type { Area } from "@ensemble/blocks/area/area";
import { route } from "@ensemble/blocks/area/route";
import { area as inPanel } from "./panel-area";

export const area: Area = {
  ...inPanel,
  routes: [
    route("/settings/memory", () => import("./MemoryViews").then((file) => file.MemoryViews), {
      layout: "settings",
      texts: ["memory", "chat"],
    }),
  ],
  panels: () => import("./panels").then((file) => file.PANELS),
  composer: [
    {
      id: "memory.suggestions",
      slot: "above",
      load: () => import("./SuggestionsPlug").then((file) => file.SuggestionsPlug),
    },
  ],
  refetch: ["memory"],
};
