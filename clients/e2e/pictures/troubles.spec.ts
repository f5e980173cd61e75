import type { Route } from "@playwright/test";
import { call } from "../harness/api.ts";
import { mina, type Person, signUpMember } from "../harness/people.ts";
import { promote } from "../harness/promotions.ts";
import { buyPro, order } from "../harness/purchases.ts";
import { askToJoin, makeTeam, takeIn } from "../harness/teams.ts";
import { test } from "../harness/test.ts";
import { Camera, type Size } from "./camera.ts";
import { type Shot, shown } from "./shots/shot.ts";
import type { Stage } from "./stage.ts";
import { takeShots } from "./take-shots.ts";

const person = (name: string, email: string): Person => ({ name, email, password: "broad blue harbour" });
const ben = person("Ben Berg", "ben@example.com");
const carla = person("Carla Castellanos", "carla@example.com");
const dora = person("Dora Dane", "dora@example.com");

/** Returns a shot of a message refused with this problem. */
const refusedWith = (name: string, code: string, status = 402): Shot => ({
  name,
  at: "/home/chat",
  open: async (stage) => {
    const problem = { status, code, message: stage.say("problems", code), params: {} };
    await stage.page.route("**/messages", (route) =>
      route.fulfill({ status, contentType: "application/problem+json", json: problem }),
    );
    await stage.chat.field.fill("Two tickets for Friday");
    await stage.press("chat", "send");
    await shown(stage.page.getByText(stage.say("chat", "refused_title")));
  },
});

/** Returns a shot of a page with a modified first order. */
const ofOrders = (name: string, at: `/${string}`, path: string, is: object, state?: string): Shot => ({
  name,
  at,
  open: async ({ page, say }) => {
    await page.route(path, async (route: Route) => {
      const { items, ...rest } = (await (await route.fetch()).json()) as { items: object[] };
      await route.fulfill({ json: { ...rest, items: items.map((one) => ({ ...one, ...is })) } });
    });
    await page.reload();
    if (state) await page.getByRole("radio", { name: say("billing", state), exact: true }).click();
  },
});

/** Returns a shot of the chat with token pricing. */
const paidByTokens = (name: string, open?: Shot["open"]): Shot => ({
  name,
  at: "/home/chat",
  open: async (stage) => {
    const price = { meter: "advanced_credit", amount: 25_000, per_1k: 1_250 };
    await stage.page.route("**/api/models", async (route) => {
      const is = (await (await route.fetch()).json()) as { models: object[] };
      await route.fulfill({ json: { ...is, models: is.models.map((one) => ({ ...one, price })) } });
    });
    await stage.page.reload();
    await shown(stage.page.getByText("1,250").first());
    await open?.(stage);
  },
});

/** Simulates a visit from a country. */
const from = (country: string) => async (stage: Stage) => {
  await stage.page.setExtraHTTPHeaders({ "cf-ipcountry": country });
  await stage.page.reload();
};

const trialShots: Shot[] = [
  { name: "trial", at: "/subscription" },
  {
    name: "trial-extend",
    at: "/subscription",
    open: async (stage) => {
      await stage.press("billing", stage.locale === "ar" ? "extend_trial_few" : "extend_trial_other", {
        count: 7,
      });
      await shown(stage.dialog());
    },
  },
  {
    name: "region-sales",
    at: "/checkout?plan=pro&cycle=monthly",
    open: async (stage) => {
      await from("BV")(stage);
      await shown(stage.page.getByText(stage.say("problems", "billing.subscribing_restricted")));
    },
  },
];

const lessInstead: Shot = {
  name: "cancel-lower",
  at: "/subscription",
  open: async (stage) => {
    await stage.press("billing", "cancel_subscription");
    await stage.page.getByRole("radio", { name: stage.say("billing", "reason.too_expensive") }).check();
    await stage.press("billing", "next");
    await shown(stage.button("billing", "still_cancel"));
  },
};

const signingUp: Shot = {
  name: "region-sign-up",
  at: "/sign-up",
  open: async (stage) => {
    await from("AQ")(stage);
    await stage.fill("accounts", "name", ben.name);
    await stage.fill("accounts", "email", "new@example.com");
    await stage.fill("accounts", "password", ben.password);
    await stage.press("accounts", "continue");
    await shown(stage.page.getByText(stage.say("problems", "accounts.region_restricted")));
  },
};

/** Returns a shot of an operator's dialog on an order or an affiliate's payout. */
const asked = (
  name: string,
  at: `/${string}`,
  radio: [string, string],
  button: [string, string, object],
): Shot => ({
  name,
  at,
  open: async (stage) => {
    await stage.page.getByRole("radio", { name: stage.say(...radio), exact: true }).click();
    const [area, key, values] = button;
    await stage.press(area, key, values as Record<string, string>);
    await shown(stage.dialog());
  },
});

/** Captures failed payments, the help for them, and what operators are asked. */
for (const size of ["wide", "narrow"] as const satisfies Size[]) {
  test.describe(size, () => {
    test.use({
      settings: {
        ENSEMBLE__PAYMENTS__AFFILIATES__ENABLED: "true",
        ENSEMBLE__SERVER__TRUSTED_PROXIES: "127.0.0.0/8",
        ENSEMBLE__REGIONS__COUNTRY_HEADER: "cf-ipcountry",
        ENSEMBLE__REGIONS__NO_SIGN_UP: "AQ",
        ENSEMBLE__REGIONS__NO_SALES: "BV",
      },
    });

    test(`pictures of troubles with money, ${size}`, async ({
      operator,
      server,
      browser,
      anotherBrowser,
    }) => {
      test.setTimeout(900_000);
      const camera = new Camera(browser, size);
      const take = (who: typeof operator | null, shots: readonly Shot[]) =>
        takeShots(camera, server.url, who, shots);
      const someone = async (who: Person) => signUpMember(operator, who, await anotherBrowser());

      const trying = await someone(mina);
      await take(trying, [
        { name: "onboarding", at: "/onboarding-pay" },
        refusedWith("used-up", "ledger.queries_used_up"),
        refusedWith("used-up-credits", "ledger.insufficient_credits"),
        refusedWith("spending-limit", "ledger.spending_limit"),
        refusedWith("region-refused", "billing.subscribing_restricted", 403),
        paidByTokens("token-price"),
        paidByTokens("token-price-picker", ({ chat }) => chat.modelButton.click()),
      ]);
      await call(trying, "POST", "/api/billing/trial", { cycle: "monthly" });
      await take(trying, trialShots);
      await take(null, [signingUp]);

      const buyer = await someone(ben);
      const refused = await order(buyer, { plan: "pro_plus", cycle: "monthly" });
      const who = { who: ben.email };
      await take(operator, [
        asked(
          "order-refuse",
          "/settings/orders",
          ["billing", "state.open"],
          ["billing", "refuse_order", who],
        ),
      ]);
      const why = { reason: "لم يصل التحويل: no transfer came" };
      await call(operator, "POST", `/api/billing/all-orders/${refused}/refused`, why);
      await take(buyer, [{ name: "order-refused", at: `/checkout?order=${refused}` }]);
      const paid = await order(buyer, { plan: "pro_plus", cycle: "monthly" });
      await call(operator, "POST", `/api/billing/all-orders/${paid}/paid`, {});
      await take(buyer, [
        { name: "paid-landing", at: `/paid-landing?order=${paid}` },
        { name: "paid-landing-nothing", at: "/paid-landing" },
        lessInstead,
        { name: "downgrade", at: "/checkout?plan=pro&cycle=monthly" },
        ofOrders("chargeback", "/billing", "**/api/billing/orders*", {
          state: "refunded",
          reason: "chargeback",
        }),
      ]);
      await take(operator, [
        asked("refund", "/settings/orders", ["billing", "state.paid"], ["billing", "refund_order", who]),
        ofOrders(
          "disputed",
          "/settings/orders",
          "**/api/billing/all-orders*",
          {
            disputed: true,
          },
          "state.paid",
        ),
      ]);

      const admin = await someone(carla);
      const team = await makeTeam(operator, admin, "The harbour lamps", 3);
      const member = await askToJoin(operator, dora, team, await anotherBrowser());
      await takeIn(admin, member, dora, team);
      await take(admin, [
        refusedWith("used-up-team", "ledger.insufficient_credits"),
        {
          name: "team-seats-fewer",
          at: "/team/billing?seats=buy",
          open: async (stage) => {
            await stage.fill("teams", "number_of_seats", "2");
            await shown(stage.dialog().getByText(stage.say("teams", "per.monthly"), { exact: false }));
          },
        },
      ]);
      await take(member, [
        refusedWith("used-up-member", "ledger.insufficient_credits"),
        refusedWith("capped", "ledger.cap_reached"),
        refusedWith("team-locked-card", "entitlements.team_locked", 403),
      ]);

      const details = { about: "A newsletter for translators", payout_to: "IBAN XX00 1234" };
      await call(buyer, "PUT", "/api/affiliates/own", details);
      const { me } = await call<{ me: { id: string } }>(buyer, "GET", "/api/accounts/session");
      await call(operator, "POST", `/api/affiliates/all/${me.id}/approve`, {});
      const { url } = await call<{ url: string }>(buyer, "GET", "/api/affiliates/own");
      const context = await anotherBrowser();
      const visitor = await context.newPage();
      await visitor.goto(`${server.url}/invitation-affiliate-landing${new URL(url).search}`);
      await visitor.getByRole("link").first().waitFor();
      const friend = await signUpMember(operator, person("Eve", "eve@example.com"), context);
      await call(friend, "POST", "/api/affiliates/claims", {});
      await buyPro(friend, operator);
      await server.passDays(31, "affiliates_commissions", ["due_at"]);
      await server.passDays(31, "billing_subscriptions", [
        "anchor_at",
        "period_start",
        "period_end",
        "due_at",
      ]);
      await shown(operator.locator("body"));
      const payOut = ["affiliates", "mark_paid_who", { who: ben.name }] as [string, string, object];
      await take(operator, [asked("payout", "/settings/affiliates", ["affiliates", "is.approved"], payOut)]);
      await take(buyer, [
        { name: "past-due", at: "/subscription" },
        { name: "past-due-pricing", at: "/pricing" },
      ]);

      await promote(operator);
      const newcomer = await someone(person("Noor", "noor@example.com"));
      await take(newcomer, [
        { name: "promoted-pricing", at: "/pricing" },
        { name: "promoted-checkout", at: "/checkout?plan=pro&cycle=monthly" },
        { name: "promoted-school", at: "/backtoschool" },
        { name: "promoted-trial", at: "/free-trial" },
      ]);
      camera.expectNoFaults();
    });
  });
}
