import type { Area } from "@ensemble/blocks/area/area";
import { route } from "@ensemble/blocks/area/route";

const general = () => import("./settings/GeneralPanel").then((file) => file.GeneralPanel);
const screens = () => import("./SignInScreens");

export const area: Area = {
  name: "accounts",
  texts: ["accounts"],
  routes: [
    route("/settings", general, { layout: "settings", panel: "/settings/general", listFirst: true }),
    route("/settings/general", general, { layout: "settings" }),
    route("/profile", () => import("./ProfileScreen").then((file) => file.ProfileScreen), {
      layout: "settings",
    }),
    route(
      "/keyboard-shortcuts",
      () => import("./settings/ShortcutsPanel").then((file) => file.ShortcutsPanel),
      {
        layout: "settings",
      },
    ),
    route(
      "/settings/security",
      () => import("./settings/security/SecurityPanel").then((file) => file.SecurityPanel),
      { layout: "settings" },
    ),
    route("/settings/devices", () => import("./settings/DevicesPanel").then((file) => file.DevicesPanel), {
      layout: "settings",
      texts: ["accounts", "audit"],
    }),
    route("/authorize", () => screens().then((file) => file.AuthorizeScreen), {
      layout: "bare",
      search: [
        "client_type",
        "redirect_url",
        "code_challenge",
        "code_challenge_method",
        "device_name",
        "state",
      ],
    }),
    route("/account-deletion", () => screens().then((file) => file.DeletionScreen), { layout: "bare" }),
    route("/login", () => screens().then((file) => file.LoginScreen), {
      layout: "public",
      search: ["redirectTo", "error"],
    }),
    route("/sign-up", () => screens().then((file) => file.SignUpScreen), {
      layout: "public",
      search: ["redirectTo", "invitation"],
    }),
    route("/reset-password", () => screens().then((file) => file.ResetScreen), {
      layout: "public",
      search: ["redirectTo"],
    }),
    route("/set-password", () => screens().then((file) => file.SetPasswordScreen), {
      layout: "public",
      search: ["link"],
    }),
    route("/auth-landing", () => screens().then((file) => file.LandingScreen), {
      layout: "public",
      search: ["redirectTo", "error", "state", "code", "client_type"],
    }),
  ],
  panels: () => import("./panels").then((file) => file.PANELS),
  problemHelp: { "accounts.region_restricted": [] },
};
