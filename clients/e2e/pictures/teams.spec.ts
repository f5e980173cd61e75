import { call } from "../harness/api.ts";
import { mina, signUpMember } from "../harness/people.ts";
import { askToJoin, makeTeam, takeIn, workIn } from "../harness/teams.ts";
import { test } from "../harness/test.ts";
import { Camera, locales, looks, type Size } from "./camera.ts";
import { shown } from "./shots/shot.ts";

/** Looks grouped by language, each with both themes. */
const LANGUAGES = locales.map((locale) => looks.filter((look) => look.locale === locale));

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
  "team-create",
  "team-leave",
  "team-disband",
  "team-pending",
  "team-invitation-outside",
  "team-grace",
  "team-menu",
  "team-of-member",
  "team-invitation",
  "team-locked",
];

const ben = { name: "Ben Berg", email: "ben@example.com", password: "broad blue harbour" };
const carla = {
  name: "Carla Castellanos de la Fuente",
  email: "carla.castellanos@example.com",
  password: "broad blue harbour",
};

/** Captures a team with an admin, a member, an applicant, and limits. */
for (const size of ["wide", "narrow"] as const satisfies Size[]) {
  test(`pictures of a team, ${size}`, async ({ operator, server, browser, anotherBrowser }) => {
    test.setTimeout(900_000);
    const camera = new Camera(browser, size);
    if (!looks.some((look) => NAMES.some((name) => camera.wants(name, look)))) return;
    const admin = await signUpMember(operator, mina, await anotherBrowser());
    const unpaid = await call<{ id: string }>(admin, "POST", "/api/teams", { name: "Night watch" });
    const team = await makeTeam(operator, admin, "The harbour lamps", 3);
    const member = await askToJoin(operator, ben, team, await anotherBrowser());
    const benId = await takeIn(admin, member, ben, team);
    const waiting = await askToJoin(operator, carla, team, await anotherBrowser());
    await call(admin, "PUT", `/api/teams/${team.id}/members/${benId}/cap`, {
      meter: "advanced_credit",
      amount: 200,
    });
    await call(admin, "PUT", "/api/billing/auto-deduction", {
      enabled: true,
      amount: 980,
      monthly_limit: 5000,
    });

    for (const own of LANGUAGES) {
      const [look] = own;
      if (!look) continue;
      await call(admin, "PATCH", "/api/accounts/settings", look);
      await call(member, "PATCH", "/api/accounts/settings", look);
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
      await camera.take(context, {
        name: "team-create",
        looks: own,
        address: at("/team"),
        open: (stage) => stage.press("teams", "create_team"),
      });
      for (const way of ["leave", "disband"] as const)
        await camera.take(context, {
          name: `team-${way}`,
          looks: own,
          address: at("/team/settings"),
          open: async (stage) => {
            await stage.press("teams", `${way}_team`);
            await shown(stage.dialog());
          },
        });
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
      const others = await camera.browserOf(member, look);
      await camera.take(others, { name: "team-of-member", looks: own, address: at("/team/billing") });
      await camera.take(others, {
        name: "team-invitation",
        looks: own,
        address: at(`/team/invitation?c=${team.code}`),
      });
      // As if its seats had not been paid again: that takes longer than all the pictures.
      await camera.take(others, {
        name: "team-grace",
        looks: own,
        address: at("/team/billing"),
        open: async ({ page, say }) => {
          await page.route(`**/api/teams/${team.id}`, async (route) => {
            const is = (await (await route.fetch()).json()) as object;
            await route.fulfill({ json: { ...is, state: "locked", disband_at: "2027-01-24T00:00:00Z" } });
          });
          await page.reload();
          await shown(page.getByText(say("teams", "locked_title")));
        },
      });
      await others.close();
      await call(waiting, "PATCH", "/api/accounts/settings", look);
      const waits = await camera.browserOf(waiting, look);
      await camera.take(waits, { name: "team-pending", looks: own, address: at("/team") });
      await waits.close();
      const nobody = await camera.browserOf(null, look);
      await camera.take(nobody, {
        name: "team-invitation-outside",
        looks: own,
        address: at(`${look.locale === "en" ? "" : `/${look.locale}`}/team/invitation?c=${team.code}`),
      });
      await nobody.close();
    }

    await workIn(admin, unpaid.id);
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
