import type { Area } from "@ensemble/blocks/area/area";
import { route } from "@ensemble/blocks/area/route";

const shared = () => import("./SharedScreen").then((file) => file.SharedScreen);

export const area: Area = {
  name: "sharing",
  texts: ["sharing", "chat"],
  routes: [
    route("/settings/shares", () => import("./SharesPanel").then((file) => file.SharesPanel), {
      layout: "settings",
    }),
    route("/s/$shareId", shared, { layout: "public" }),
    route("/share/$kind", shared, { layout: "public", search: ["id"] }),
  ],
  panels: () => import("./panels").then((file) => file.PANELS),
};
