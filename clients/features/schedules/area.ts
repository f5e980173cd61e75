import type { Area } from "@ensemble/blocks/area/area";
import { route } from "@ensemble/blocks/area/route";
import { CalendarClock } from "lucide-react";

export const area: Area = {
  name: "schedules",
  texts: ["schedules"],
  routes: [
    route("/home/schedules/{-$uid}", () => import("./SchedulesScreen").then((file) => file.SchedulesScreen), {
      search: ["words"],
    }),
  ],
  navigation: {
    key: "schedules",
    group: "tools",
    to: "/home/schedules",
    label: "schedules",
    icon: CalendarClock,
    order: 125,
  },
  destinations: () => import("./destinations").then((file) => file.destinations),
  composer: [
    {
      id: "schedules.offer",
      slot: "above",
      load: () => import("./OfferPlug").then((file) => file.OfferPlug),
    },
  ],
  refetch: ["schedule"],
};
