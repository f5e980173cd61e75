import type { Area } from "@ensemble/blocks/area/area";
import { route } from "@ensemble/blocks/area/route";
import { Zap } from "lucide-react";

/** PowerUPs in the panel: they run on the page beside it, and are made and found on the web. */
export const area = {
  name: "powerups",
  texts: ["powerups"],
  routes: [
    route("/powerup-ai", () => import("./PowerupsPage").then((file) => file.PowerupsPage)),
    route("/powerup-ai/$uid", () => import("./PowerupPage").then((file) => file.PowerupPage), {
      only: /^\/powerup-ai\/(?!create$)[^/]+$/,
    }),
  ],
  navigation: { key: "powerups", group: "tools", to: "/powerup-ai", label: "powerups", icon: Zap, order: 63 },
  refetch: ["powerups"],
} satisfies Area;
