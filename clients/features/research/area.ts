import type { Area } from "@ensemble/blocks/area/area";
import { route } from "@ensemble/blocks/area/route";
import { area as inPanel } from "./panel-area";

export const area: Area = {
  ...inPanel,
  texts: ["search", "chat"],
  routes: [
    route("/home/research/{-$uid}", () => import("./ResearchScreen").then((file) => file.ResearchScreen), {
      search: ["q"],
    }),
  ],
  navigationOf: "search",
  refetch: ["research"],
};
