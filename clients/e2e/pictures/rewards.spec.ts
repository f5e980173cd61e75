import { randomBytes } from "node:crypto";
import type { Page } from "@playwright/test";
import { call } from "../harness/api.ts";
import { mina, signUpMember } from "../harness/people.ts";
import { promote, promoteNewYear } from "../harness/promotions.ts";
import { test } from "../harness/test.ts";
import { Camera, type Size } from "./camera.ts";
import { type Shot, shown } from "./shots/shot.ts";
import { takeShots } from "./take-shots.ts";

const yearly: Shot["open"] = ({ page, say }) =>
  page.getByRole("radio", { name: say("billing", "cycle.yearly") }).click();

/** Captures promotions with countdowns, and invitations from both sides. */
for (const size of ["wide", "narrow"] as const satisfies Size[]) {
  test(`pictures of rewards and promotions, ${size}`, async ({
    operator,
    server,
    browser,
    anotherBrowser,
  }) => {
    test.setTimeout(600_000);
    const camera = new Camera(browser, size);
    const person = (name: string) => ({
      name,
      email: `${randomBytes(6).toString("hex")}@example.com`,
      password: "broad blue harbour",
    });
    const join = async (name: string) => signUpMember(operator, person(name), await anotherBrowser());

    const take = (who: Page | null, shots: readonly Shot[]) => takeShots(camera, server.url, who, shots);

    const inviter = await signUpMember(operator, mina, await anotherBrowser());
    await take(inviter, [{ name: "reward-empty", at: "/reward" }]);
    const { url } = await call<{ url: string }>(inviter, "GET", "/api/rewards");
    const code = new URL(url).pathname.slice(1);
    for (const name of ["Ben Berg", "Carla Castellanos de la Fuente", "نور الحربي"])
      await call(await join(name), "POST", "/api/rewards/claims", { code });
    await take(inviter, [{ name: "reward", at: "/reward" }]);
    await take(null, [
      { name: "invitation", at: `/${code}` },
      { name: "invitation-unknown", at: "/abcdefghjk" },
    ]);
    const guest = await join("Gustav Guest");
    await take(guest, [{ name: "invitation-inside", at: `/${code}` }]);
    const accept: Shot["open"] = async (stage) => {
      await stage.press("rewards", "accept");
      await shown(stage.page.getByRole("link", { name: stage.say("rewards", "to_chat") }));
    };
    await take(guest, [{ name: "invitation-accepted", at: `/${code}`, open: accept }]);
    await take(inviter, [{ name: "invitation-own", at: `/${code}`, open: accept }]);

    await promote(operator);
    await take(guest, [
      { name: "promotion-pricing", at: "/pricing" },
      { name: "promotion-pricing-yearly", at: "/pricing", open: yearly },
      { name: "promotion-checkout", at: "/checkout?plan=pro&cycle=monthly" },
    ]);
    await take(guest, [
      { name: "promotion-school", at: "/backtoschool" },
      { name: "promotion-trial", at: "/free-trial" },
    ]);
    await take(null, [{ name: "promotion-outside", at: "/pricing", open: yearly }]);
    await promoteNewYear(operator);
    await take(guest, [{ name: "promotion-new-year", at: "/pricing", open: yearly }]);
    await take(operator, [{ name: "promotion-offer", at: "/settings/plans" }]);
    camera.expectNoFaults();
  });
}
