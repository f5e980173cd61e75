import type { Area } from "@ensemble/blocks/area/area";
import { route } from "@ensemble/blocks/area/route";
import { Zap } from "lucide-react";

const form = () => import("./form/PowerupFormPage");

export const area: Area = {
  name: "powerups",
  texts: ["powerups", "chat"],
  routes: [
    route("/powerup-ai", () => import("./PowerupsPage").then((file) => file.PowerupsPage)),
    route("/powerup-ai/create", () => form().then((file) => file.NewPowerupPage)),
    route("/powerup-ai/$uid", () => import("./PowerupScreen").then((file) => file.PowerupScreen)),
    route("/powerup-ai/$uid/edit", () => form().then((file) => file.EditPowerupScreen)),
    route(
      "/settings/powerup-reviews",
      () => import("./reviews/ReviewsPanel").then((file) => file.ReviewsPanel),
      {
        layout: "operator",
      },
    ),
    route("/powerup/ai-web-tool/share", () => import("./SharePage").then((file) => file.SharePage), {
      layout: "public",
      search: ["id"],
    }),
  ],
  panels: () => import("./panels").then((file) => file.PANELS),
  redirects: { "/powerup": "/powerup-ai" },
  navigation: { key: "powerups", group: "tools", to: "/powerup-ai", label: "powerups", icon: Zap, order: 63 },
  refetch: ["powerups"],
};
