import type { Area } from "@ensemble/blocks/area/area";
import { route } from "@ensemble/blocks/area/route";

const screens = () => import("./TeamScreens");

export const area: Area = {
  name: "teams",
  texts: ["teams", "billing", "caps"],
  routes: [
    route("/team", () => screens().then((file) => file.TeamPage), { layout: "settings" }),
    route("/team/members", () => screens().then((file) => file.MembersPage), {
      layout: "settings",
      panel: "/team",
    }),
    route("/team/usage", () => screens().then((file) => file.TeamUsagePage), {
      layout: "settings",
      panel: "/team",
    }),
    route("/team/billing", () => screens().then((file) => file.TeamBillingPage), {
      layout: "settings",
      panel: "/team",
    }),
    route("/team/settings", () => screens().then((file) => file.TeamSettingsPage), {
      layout: "settings",
      panel: "/team",
    }),
    route("/team/invitation", () => screens().then((file) => file.InvitationScreen), {
      layout: "bare",
      search: ["c"],
    }),
  ],
  panels: () => import("./panels").then((file) => file.PANELS),
  refetch: ["teams"],
};
