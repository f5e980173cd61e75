import type { Area } from "@ensemble/blocks/area/area";
import { route } from "@ensemble/blocks/area/route";
import { CLICK_ID } from "./click-id";

const affiliate = () => import("./AffiliatePage").then((file) => file.AffiliatePage);

export const area: Area = {
  name: "affiliates",
  texts: ["affiliates"],
  routes: [
    route("/affiliate", affiliate, { layout: "settings", texts: ["affiliates", "chat"] }),
    route("/invitation-affiliate", affiliate, {
      layout: "settings",
      panel: "/affiliate",
      texts: ["affiliates", "chat"],
    }),
    route("/settings/affiliates", () => import("./AffiliatesPanel").then((file) => file.AffiliatesPanel), {
      layout: "operator",
    }),
    route(
      "/invitation-affiliate-landing",
      () => import("./AffiliateLanding").then((file) => file.AffiliateLanding),
      { layout: "public", search: ["code"] },
    ),
  ],
  panels: () => import("./panels").then((file) => file.PANELS),
  onSignedIn: async (storage) => {
    if (storage.get(CLICK_ID) !== null) await (await import("./claim")).claimKept(storage);
  },
};
