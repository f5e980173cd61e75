import type { Area } from "@ensemble/blocks/area/area";
import { route } from "@ensemble/blocks/area/route";
import { area as inPanel } from "./panel-area";

export const area: Area = {
  ...inPanel,
  routes: [
    route(
      "/settings/quick-actions",
      () => import("./QuickActionsPanel").then((file) => file.QuickActionsPanel),
      { layout: "settings" },
    ),
  ],
  panels: () => import("./panels").then((file) => file.PANELS),
  composer: [
    ...inPanel.composer,
    {
      id: "prompts.quick_actions",
      slot: "above",
      always: "first_line",
      load: () => import("./QuickActionsPlug").then((file) => file.QuickActionsPlug),
    },
  ],
};
