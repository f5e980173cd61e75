import { AUTHORIZE, CONNECT_APP, outside } from "../../harness/screens.ts";
import { pages, type Shot, shown } from "./shot.ts";

/** Shots of pages for visitors. */
export const outsideShots: Shot[] = [
  ...pages(outside, "nobody"),
  {
    name: "login-errors",
    at: "/login",
    who: "nobody",
    open: async (stage) => {
      await stage.fill("accounts", "email", "nobody@example.com");
      await stage.fill("accounts", "password", "whatever it is");
      await stage.press("accounts", "sign_in");
      await shown(stage.page.locator("[aria-invalid=true]").first());
    },
  },
  {
    name: "sign-up-code",
    at: "/sign-up",
    who: "nobody",
    open: async (stage) => {
      await stage.fill("accounts", "name", "نور");
      await stage.fill("accounts", "email", `nour-${stage.locale}-${Date.now()}@example.com`);
      await stage.fill("accounts", "password", "tall green lighthouse");
      await stage.press("accounts", "continue");
      await shown(stage.page.getByText(stage.say("accounts", "code_title")));
    },
  },
  { name: "shared-chat", at: "shared-chat", who: "nobody" },
  { name: "shared-bot", at: "shared-bot", who: "nobody" },
];

/** Shots of pages that other programs and people link to, for a signed-in person. */
export const landingShots: Shot[] = [
  { name: "authorize", at: AUTHORIZE },
  { name: "authorize-broken", at: "/authorize" },
  { name: "connect-app", at: CONNECT_APP },
  { name: "device-landing", at: "/auth-landing?state=s&code=c" },
  { name: "device-landing-denied", at: "/auth-landing?state=s&error=access_denied" },
  { name: "shared-chat-inside", at: "shared-chat" },
  { name: "shared-bot-inside", at: "shared-bot" },
];
