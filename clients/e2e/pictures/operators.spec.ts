import { uuidV7 } from "../../contract/uuid-v7.ts";
import { call } from "../harness/api.ts";
import { mina, type Person, signUpMember } from "../harness/people.ts";
import { buyPro } from "../harness/purchases.ts";
import { test } from "../harness/test.ts";
import { Camera, looks, type Size } from "./camera.ts";
import { type Shot, shown } from "./shots/shot.ts";
import type { Stage } from "./stage.ts";
import { takeShots } from "./take-shots.ts";

const wordy: Person = {
  name: "مروان الطويل · Maximiliana Wolfeschlegelstein",
  email: "maximiliana.wolfeschlegelstein.hausenbergerdorff@mail.lighthouse-keepers.example",
  password: "tall green lighthouse",
};

interface Meter {
  meter: string;
  left: number | null;
  low: boolean;
}

/** Shows the page with a low balance, because using up a real one takes too long. */
async function withLittleLeft({ page, say }: Stage): Promise<void> {
  await page.route("**/api/billing/usage", async (route) => {
    const usage = (await (await route.fetch()).json()) as { meters: Meter[] };
    const meters = usage.meters.map((one) =>
      one.meter === "standard_query" ? one : { ...one, left: 27, low: true },
    );
    await route.fulfill({ json: { ...usage, meters } });
  });
  await page.reload();
  const meter = say("billing", "meter.advanced_credit");
  await shown(page.getByText(say("billing", "low_title", { meter })));
}

const memberShots: Shot[] = [
  { name: "low-usage", at: "/settings/usage", open: withLittleLeft },
  { name: "low-credits", at: "/credits", open: withLittleLeft },
];

const operatorShots: Shot[] = [
  { name: "operators-users", at: "/settings/users" },
  { name: "operators-grants", at: "/settings/grants" },
  { name: "operators-cancellations", at: "/settings/cancellations" },
  {
    name: "operators-offer-preview",
    at: "/settings/plans",
    open: async (stage) => {
      const { page, say } = stage;
      await stage.press("billing", "add_promotion");
      await stage.pick("billing", "promotion_kind.fresh");
      const name = `${say("billing", "promotion_kind.fresh")} (2)`;
      await page.getByRole("switch", { name: say("billing", "promotion_on", { name }) }).click();
      const pro = page.getByRole("group", { name: "Pro+", exact: true });
      await pro.getByLabel(say("billing", "cycle.monthly")).fill("21.90");
      await stage.press("billing", "preview_change");
      await shown(stage.dialog());
    },
  },
];

/**
 * Captures the operators' view of people who bought, were granted something, cancelled and were suspended;
 * and those people's view.
 */
for (const size of ["wide", "narrow"] as const satisfies Size[]) {
  test(`pictures of what operators do, ${size}`, async ({ operator, server, browser, anotherBrowser }) => {
    test.setTimeout(300_000);
    const camera = new Camera(browser, size);
    const names = [...memberShots, ...operatorShots].map(({ name }) => name);
    if (![...names, "banned-why"].some((name) => looks.some((look) => camera.wants(name, look)))) return;
    const member = await signUpMember(operator, mina, await anotherBrowser());
    const banned = await signUpMember(operator, wordy, await anotherBrowser());

    await buyPro(member, operator);
    await takeShots(camera, server.url, member, memberShots);

    const { items } = await call<{ items: { id: string; email: string; workspace_id: string }[] }>(
      operator,
      "GET",
      "/api/admin/users",
    );
    for (const { workspace_id } of items) {
      const grant = {
        meter: "advanced_credit",
        amount: 12_500,
        ends_at: null,
        reason: "شكرًا for your patience",
      };
      await call(operator, "POST", "/api/admin/grants", { id: uuidV7(), workspace_id, ...grant });
    }
    const feedback = "بعد أسبوعين: too few queries for what we do, and the answers in Arabic were slow.";
    await call(member, "POST", "/api/billing/subscription/cancel", { reason: "too_expensive", feedback });
    const suspended = items.find(({ email }) => email === wordy.email);
    await call(operator, "PATCH", `/api/admin/users/${suspended?.id}`, {
      suspended: true,
      reason: "Sent the same message to everybody, بعد تحذيرين.",
    });
    await takeShots(camera, server.url, operator, operatorShots);
    for (const look of looks) {
      if (!camera.wants("banned-why", look)) continue;
      const context = await camera.browserOf(banned, look);
      const address = `${server.url}${look.locale === "en" ? "" : `/${look.locale}`}/banned`;
      await camera.take(context, { name: "banned-why", looks: [look], address });
      await context.close();
    }
    camera.expectNoFaults();
  });
}
