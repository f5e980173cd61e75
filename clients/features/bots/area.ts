import type { Area } from "@ensemble/blocks/area/area";
import { route } from "@ensemble/blocks/area/route";
import { PLACES } from "@ensemble/blocks/places";
import { area as inPanel } from "./panel-area";

const form = () => import("./form/BotFormPage");

export const area: Area = {
  ...inPanel,
  routes: [
    ...inPanel.routes,
    route("/bots/create", () => form().then((file) => file.NewBotPage)),
    route("/bots/$uid/edit", () => form().then((file) => file.EditBotScreen)),
    route("/settings/reports", () => import("./reviews/ReportsPanel").then((file) => file.ReportsPanel), {
      layout: "operator",
    }),
    route("/settings/reviews", () => import("./reviews/ReviewsPanel").then((file) => file.ReviewsPanel), {
      layout: "operator",
    }),
  ],
  panels: () => import("./panels").then((file) => file.PANELS),
  sharedPages: {
    bot: {
      content: () => import("./SharedBotView").then((file) => file.SharedBotView),
      face: () => import("./SharedBotView").then((file) => file.SharedBotFace),
      actions: () => import("./SharedBotActions").then((file) => file.SharedBotActions),
      copy: { path: PLACES.bot, refetch: "bots" },
    },
  },
};
