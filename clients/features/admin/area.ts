import type { Area } from "@ensemble/blocks/area/area";
import { route } from "@ensemble/blocks/area/route";

export const area: Area = {
  name: "admin",
  texts: ["admin"],
  routes: [
    route("/settings/users", () => import("./UsersPanel").then((file) => file.UsersPanel), {
      layout: "operator",
      texts: ["admin", "caps"],
    }),
    route("/settings/grants", () => import("./GrantsPanel").then((file) => file.GrantsPanel), {
      layout: "operator",
    }),
    route("/settings/notice", () => import("./NoticePanel").then((file) => file.NoticePanel), {
      layout: "operator",
    }),
    route("/settings/outbox", () => import("./OutboxPanel").then((file) => file.OutboxPanel), {
      layout: "operator",
    }),
    route(
      "/settings/configuration",
      () => import("./configuration/ConfigurationPanel").then((file) => file.ConfigurationPanel),
      { layout: "operator", texts: ["server_settings", "settings"] },
    ),
    route("/settings/checks", () => import("./checks/ChecksPanel").then((file) => file.ChecksPanel), {
      layout: "operator",
      texts: ["server_checks"],
    }),
    route("/settings/server", () => import("./ServerPanel").then((file) => file.ServerPanel), {
      layout: "operator",
      texts: ["admin", "audit"],
    }),
  ],
  panels: () => import("./panels").then((file) => file.PANELS),
};
