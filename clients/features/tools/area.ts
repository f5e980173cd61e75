import type { Area } from "@ensemble/blocks/area/area";
import { route } from "@ensemble/blocks/area/route";

export const area: Area = {
  name: "tools",
  texts: ["tools"],
  routes: [
    route("/settings/tools", () => import("./ToolsPanel").then((file) => file.ToolsPanel), {
      layout: "settings",
    }),
  ],
  panels: () => import("./panels").then((file) => file.PANELS),
  composer: [
    { id: "tools.chat", slot: "foot", load: () => import("./ChatTools").then((file) => file.ChatTools) },
  ],
};
