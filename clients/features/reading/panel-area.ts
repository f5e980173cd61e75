import type { Area } from "@ensemble/blocks/area/area";
import { route } from "@ensemble/blocks/area/route";
import { PLACES } from "@ensemble/blocks/places";
import { BookOpenText } from "lucide-react";

/** The area in the extension's panel: one reading; the list of them is on the web. */
export const area = {
  name: "reading",
  texts: ["reading", "chat", "documents"],
  routes: [
    route("/home/read/$uid", () => import("./ReadingScreens").then((file) => file.ReadingScreen), {
      search: ["q"],
    }),
  ],
  references: [
    {
      kind: "reading",
      label: "reading",
      icon: BookOpenText,
      path: (id) => PLACES.reading(id),
      palette: { heading: "read", order: 30 },
    },
  ],
  refetch: ["reading"],
  problemHelp: {
    "reading.too_many_readings": ["plans", "usage"],
    "reading.too_many_videos": ["plans", "usage"],
  },
} satisfies Area;
