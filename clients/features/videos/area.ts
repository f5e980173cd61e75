import type { Area } from "@ensemble/blocks/area/area";
import { route } from "@ensemble/blocks/area/route";
import { Video } from "lucide-react";

export const area: Area = {
  name: "videos",
  texts: ["videos", "media", "chat"],
  routes: [
    route("/home/video/{-$task}", () => import("./VideoScreen").then((file) => file.VideoScreen), {
      search: ["frame", "use", "remix"],
    }),
  ],
  navigation: { key: "video", group: "main", to: "/home/video", label: "video", icon: Video, order: 90 },
  refetch: ["videos"],
};
