import type { Area } from "@ensemble/blocks/area/area";
import { route } from "@ensemble/blocks/area/route";
import { Bot } from "lucide-react";

const page = () => import("./BotsPage").then((file) => file.BotsScreen);

/** The area in the extension's panel: bots are made and changed on the web. */
export const area = {
  name: "bots",
  texts: ["bots"],
  routes: [
    route("/bots", page),
    route("/bots/$uid", page, { only: /^\/bots\/(?!(?:create|explore)$)[^/]+$/ }),
  ],
  redirects: { "/bots/explore": "/bots" },
  navigation: { key: "bots", group: "main", to: "/bots", label: "bots", icon: Bot, order: 30 },
  refetch: ["bots"],
} satisfies Area;
