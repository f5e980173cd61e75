import type { Area } from "@ensemble/blocks/area/area";
import { route } from "@ensemble/blocks/area/route";

export const area: Area = {
  name: "gateway",
  texts: ["gateway"],
  routes: [
    route("/settings/api-keys", () => import("./ApiKeysPanel").then((file) => file.ApiKeysPanel), {
      layout: "settings",
    }),
    route("/connect-app", () => import("./ConnectAppPage").then((file) => file.ConnectAppPage), {
      layout: "bare",
      search: [
        "client_id",
        "redirect_uri",
        "response_type",
        "code_challenge",
        "code_challenge_method",
        "state",
        "resource",
      ],
    }),
  ],
  panels: () => import("./panels").then((file) => file.PANELS),
};
