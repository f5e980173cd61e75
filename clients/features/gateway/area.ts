import type { Area } from "@ensemble/blocks/area/area";
import { route } from "@ensemble/blocks/area/route";

export const area: Area = {
  name: "gateway",
  texts: ["gateway"],
  routes: [
    route("/settings/api-keys", () => import("./ApiKeysPanel").then((file) => file.ApiKeysPanel), {
      layout: "settings",
    }),
  ],
  panels: () => import("./panels").then((file) => file.PANELS),
};
