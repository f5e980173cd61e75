import type { Area } from "@ensemble/blocks/area/area";
import { route } from "@ensemble/blocks/area/route";
import { Image } from "lucide-react";

const screens = () => import("./ImageScreens");

export const area: Area = {
  name: "images",
  texts: ["images", "image_apps", "media", "chat"],
  routes: [
    route("/home/image/{-$mode}", () => screens().then((file) => file.StudioScreen), {
      search: ["board", "image", "recipe", "remix", "app"],
    }),
    route("/home/image/edit/$uid", () => import("./EditScreen").then((file) => file.EditScreen), {
      immersive: true,
      search: ["file", "design"],
    }),
    route("/home/artist/{-$name}/{-$uid}", () => screens().then((file) => file.ArtistScreen)),
    route("/image-tools/{-$tool}", () => screens().then((file) => file.ToolScreen), {
      search: ["file", "parent"],
    }),
    route("/tools/make-it-more", () => screens().then((file) => file.MakeItMoreScreen)),
  ],
  navigation: { key: "image", group: "main", to: "/home/image", label: "image", icon: Image, order: 80 },
  destinations: () => import("./destinations").then((file) => file.destinations),
  refetch: ["images"],
};
