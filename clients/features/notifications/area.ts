import type { Area } from "@ensemble/blocks/area/area";
import { route } from "@ensemble/blocks/area/route";

export const area: Area = {
  name: "notifications",
  texts: ["notifications"],
  routes: [
    route(
      "/settings/notifications",
      () => import("./NotificationsPanel").then((file) => file.NotificationsPanel),
      { layout: "settings" },
    ),
  ],
  panels: () => import("./panels").then((file) => file.PANELS),
};
