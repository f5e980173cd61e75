import type { Area } from "@ensemble/blocks/area/area";
import { route } from "@ensemble/blocks/area/route";
import { INVITE_CODE } from "./invite-code";

const rewards = () => import("./RewardPage").then((file) => file.RewardPage);
const landing = () => import("./InvitationScreen").then((file) => file.InvitationScreen);

export const area: Area = {
  name: "rewards",
  texts: ["rewards"],
  routes: [
    route("/reward", rewards, { layout: "settings", texts: ["rewards", "chat"] }),
    route("/invitation", rewards, { layout: "settings", panel: "/reward", texts: ["rewards", "chat"] }),
    route("/invitation-landing", landing, { layout: "public", search: ["code"] }),
    // Spec §2: `/{code}`. No other address of one word is a page.
    route("/$inviteCode", landing, { layout: "public", search: ["code"], only: /^\/[2-9a-hjkmnp-z]{10}$/ }),
  ],
  panels: () => import("./panels").then((file) => file.PANELS),
  onSignedIn: async (storage) => {
    if (storage.get(INVITE_CODE) !== null) await (await import("./claim")).claimKept(storage);
  },
};
