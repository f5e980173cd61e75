import type { Area } from "@ensemble/blocks/area/area";
import { route } from "@ensemble/blocks/area/route";
import { BookOpenText } from "lucide-react";
import { area as inPanel } from "./panel-area";

export const area: Area = {
  ...inPanel,
  routes: [
    ...inPanel.routes,
    route("/home/read", () => import("./ReadingScreens").then((file) => file.ReadingsScreen), {
      search: ["q"],
    }),
  ],
  navigation: { key: "read", group: "main", to: "/home/read", label: "read", icon: BookOpenText, order: 40 },
};
