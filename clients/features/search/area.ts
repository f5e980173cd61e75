import type { Area } from "@ensemble/blocks/area/area";
import { route } from "@ensemble/blocks/area/route";
import { Globe } from "lucide-react";
import { area as inPanel } from "./panel-area";

const screen = () => import("./SearchScreen").then((file) => file.SearchScreen);

export const area: Area = {
  ...inPanel,
  texts: ["search", "chat"],
  routes: [
    route("/home/search", screen, { search: ["q"] }),
    route("/home/search/$uid", screen, { search: ["q"] }),
    route("/settings/search", () => import("./engines/EnginesPanel").then((file) => file.EnginesPanel), {
      layout: "operator",
      texts: ["search"],
    }),
  ],
  navigation: {
    key: "search",
    group: "main",
    to: "/home/search",
    label: "web_search",
    tabLabel: "web_search_tab",
    icon: Globe,
    order: 50,
  },
  panels: () => import("./panels").then((file) => file.PANELS),
  composer: [
    {
      id: "search.chat",
      slot: "foot",
      texts: ["search"],
      load: () => import("./ChatWeb").then((file) => file.ChatWeb),
    },
  ],
  refetch: ["search"],
};
