import type { Area } from "@ensemble/blocks/area/area";
import { route } from "@ensemble/blocks/area/route";

export const area: Area = {
  name: "models",
  texts: ["models"],
  routes: [
    route("/settings/models", () => import("./ModelsPanel").then((file) => file.ModelsPanel), {
      layout: "settings",
      search: ["start"],
    }),
  ],
  panels: () => import("./panels").then((file) => file.PANELS),
};
