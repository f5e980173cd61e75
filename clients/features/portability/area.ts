import type { Area } from "@ensemble/blocks/area/area";
import { route } from "@ensemble/blocks/area/route";

export const area: Area = {
  name: "portability",
  texts: ["portability"],
  routes: [
    route("/settings/data", () => import("./PortabilityPanel").then((file) => file.PortabilityPanel), {
      layout: "settings",
    }),
  ],
  panels: () => import("./panels").then((file) => file.PANELS),
};
