import type { Area } from "@ensemble/blocks/area/area";
import { route } from "@ensemble/blocks/area/route";
import { Signature } from "lucide-react";

export const area: Area = {
  name: "writing",
  texts: ["humanizer", "chat"],
  routes: [
    route("/bypass-ai/{-$uid}", () => import("./HumanizerScreen").then((file) => file.HumanizerScreen)),
  ],
  navigation: {
    key: "humanizer",
    group: "tools",
    to: "/bypass-ai",
    label: "humanizer",
    icon: Signature,
    order: 65,
  },
};
