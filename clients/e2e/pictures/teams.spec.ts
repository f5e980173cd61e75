import type { Page } from "@playwright/test";
import { call } from "../harness/api.ts";
import { mina, signUpMember } from "../harness/people.ts";
import { test } from "../harness/test.ts";
import { Camera, looks, type Size } from "./camera.ts";
import { shown } from "./shots/shot.ts";

/** Each language in both themes. */
const LANGUAGES = ["en", "ar"].map((locale) => looks.filter((look) => look.locale === locale));

const NAMES = [
  "team-list",
  "team-members",
  "team-invite",
  "team-usage",
  "team-limits",
  "team-billing",
  "team-seats",
  "team-deduction",
  "team-settings",
  "team-menu",
  "team-of-member",
  "team-invitation",
  "team-locked",
];

interface Id {
  id: string;
}

/** Pays for what a team's admin orders. */
async function buySeats(operator: Page, admin: Page, seats: number) {
  const item = { plan: "team", cycle: "monthly", seats };
  const quote = await call<{ amount: number; currency: string }>(admin, "POST", "/api/billing/quotes", item);
  const { amount, currency } = quote;
  const order = { id: crypto.randomUUID(), item, amount, currency };
  const { id } = await call<Id>(admin, "POST", "/api/billing/orders", order);
  await call(operator, "POST", `/api/billing/all-orders/${id}/paid`, {});
}

/** A team with an admin, a member, one who waits, and limits. */
for (const size of ["wide", "narrow"] as const satisfies Size[]) {
  test(`pictures of a team, ${size}`, async ({ operator, server, browser, anotherBrowser }) => {
    test.setTimeout(900_000);
    const camera = new Camera(browser, size);
    if (!looks.some((look) => NAMES.some((name) => camera.wants(name, look)))) return;
    const admin = await signUpMember(operator, mina, await anotherBrowser());
    const join = async (name: string, email: string, code: string) => {
      const person = { name, email, password: "broad blue harbour" };
      const page = await signUpMember(operator, person, await anotherBrowser());
      await call(page, "POST", `/api/teams/invitations/${code}/join`, {});
      return page;
    };
    const unpaid = await call<Id>(admin, "POST", "/api/teams", { name: "Night watch" });
    const team = await call<Id>(admin, "POST", "/api/teams", { name: "The harbour lamps" });
    await call(admin, "POST", "/api/teams/workspace", { team_id: team.id });
    await buySeats(operator, admin, 3);
    const link = await call<{ url: string }>(admin, "PATCH", `/api/teams/${team.id}/invitation`, {
      open: true,
    });
    const code = new URL(link.url).searchParams.get("c") ?? "";
    const ben = await join("Ben Berg", "ben@example.com", code);
    await join("Carla Castellanos de la Fuente", "carla.castellanos@example.com", code);
    const members = await call<{ items: (Id & { name: string })[] }>(
      admin,
      "GET",
      `/api/teams/${team.id}/members`,
    );
    const benId = members.items.find((member) => member.name === "Ben Berg")?.id ?? "";
    await call(admin, "POST", `/api/teams/${team.id}/members/${benId}/approve`, {});
    await call(admin, "PUT", `/api/teams/${team.id}/members/${benId}/cap`, {
      meter: "advanced_credit",
      amount: 200,
    });
    await call(admin, "PUT", "/api/billing/auto-deduction", {
      enabled: true,
      amount: 980,
      monthly_limit: 5000,
    });
    await call(ben, "POST", "/api/teams/workspace", { team_id: team.id });

    for (const own of LANGUAGES) {
      const [look] = own;
      if (!look) continue;
      await call(admin, "PATCH", "/api/accounts/settings", look);
      await call(ben, "PATCH", "/api/accounts/settings", look);
      const context = await camera.browserOf(admin, look);
      const at = (path: string) => server.url + path;
      await camera.take(context, { name: "team-list", looks: own, address: at("/team") });
      await camera.take(context, { name: "team-members", looks: own, address: at("/team/members") });
      await camera.take(context, {
        name: "team-invite",
        looks: own,
        address: at("/team/members"),
        open: (stage) => stage.press("teams", "invite"),
      });
      await camera.take(context, { name: "team-usage", looks: own, address: at("/team/usage") });
      await camera.take(context, {
        name: "team-limits",
        looks: own,
        address: at("/team/usage"),
        open: async ({ page, say, dialog }) => {
          await page.getByRole("button", { name: say("teams", "limits_of", { name: "Ben Berg" }) }).click();
          await shown(dialog());
        },
      });
      await camera.take(context, { name: "team-billing", looks: own, address: at("/team/billing") });
      await camera.take(context, { name: "team-seats", looks: own, address: at("/team/billing?seats=buy") });
      await camera.take(context, {
        name: "team-deduction",
        looks: own,
        address: at("/team/billing"),
        open: (stage) => stage.press("teams", "set_deduction"),
      });
      await camera.take(context, { name: "team-settings", looks: own, address: at("/team/settings") });
      // On a phone workspaces are chosen on the page of teams.
      if (size === "wide")
        await camera.take(context, {
          name: "team-menu",
          looks: own,
          address: at("/settings/general"),
          open: async ({ page, say }) => {
            await page
              .getByRole("button", { name: say("frame", "account_menu", { name: mina.name }) })
              .first()
              .click();
            await shown(page.getByRole("menuitemradio", { name: "The harbour lamps" }));
          },
        });
      await context.close();
      const others = await camera.browserOf(ben, look);
      await camera.take(others, { name: "team-of-member", looks: own, address: at("/team/billing") });
      await camera.take(others, {
        name: "team-invitation",
        looks: own,
        address: at(`/team/invitation?c=${code}`),
      });
      await others.close();
    }

    await call(admin, "POST", "/api/teams/workspace", { team_id: unpaid.id });
    for (const own of LANGUAGES) {
      const [look] = own;
      if (!look) continue;
      await call(admin, "PATCH", "/api/accounts/settings", look);
      const context = await camera.browserOf(admin, look);
      await camera.take(context, { name: "team-locked", looks: own, address: `${server.url}/team/members` });
      await context.close();
    }
    camera.expectNoFaults();
  });
}
