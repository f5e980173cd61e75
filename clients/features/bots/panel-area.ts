import type { Area } from "@ensemble/blocks/area/area";
import { route } from "@ensemble/blocks/area/route";

const screens = () => import("./BotsPage");

/** The area in the extension's panel: bots are made and changed on the web. */
export const area = {
  name: "bots",
  texts: ["bots"],
  routes: [
    route("/bots", () => screens().then((file) => file.BotsPage)),
    route("/bots/$uid", () => screens().then((file) => file.BotScreen), {
      only: /^\/bots\/(?!create$)[^/]+$/,
    }),
  ],
  refetch: ["bots"],
} satisfies Area;
