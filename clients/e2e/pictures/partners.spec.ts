import { call } from "../harness/api.ts";
import { codeMailedTo, mina, signUpMember } from "../harness/people.ts";
import { changeOffer } from "../harness/promotions.ts";
import { buyPro } from "../harness/purchases.ts";
import { test } from "../harness/test.ts";
import { Camera, type Size } from "./camera.ts";
import { type Shot, shown } from "./shots/shot.ts";
import { takeShots } from "./take-shots.ts";

const ADDRESS = "mina@cs.university.edu";

/** Opens the dialog for a school's address up to the code. */
const asked: Shot["open"] = async ({ press, page, say }) => {
  await press("billing", "education_verify");
  await page.getByRole("textbox", { name: say("billing", "education_email") }).fill("mina@evil-edu.com");
  await press("billing", "education_send_code");
  await shown(page.getByText(say("problems", "billing.education_email_invalid")));
};

const switched: Shot["open"] = ({ page, say }) =>
  page.getByRole("switch", { name: say("billing", "education_on") }).scrollIntoViewIfNeeded();

/** Captures the education discount and the affiliate program from all sides. */
for (const size of ["wide", "narrow"] as const satisfies Size[]) {
  test.describe(size, () => {
    test.use({ settings: { ENSEMBLE__PAYMENTS__AFFILIATES__ENABLED: "true" } });

    test(`pictures of education and affiliates, ${size}`, async ({
      operator,
      server,
      browser,
      anotherBrowser,
    }) => {
      test.setTimeout(600_000);
      const camera = new Camera(browser, size);
      const take = (who: typeof operator | null, shots: readonly Shot[]) =>
        takeShots(camera, server.url, who, shots);
      await changeOffer(operator, () => ({ education: { ...EDUCATION, on: true } }));
      const member = await signUpMember(operator, mina, await anotherBrowser());
      await take(null, [{ name: "education-outside", at: "/education-pricing" }]);
      await take(member, [
        { name: "education", at: "/education-pricing" },
        { name: "education-dialog", at: "/education-pricing", open: asked },
        { name: "education-pricing-hint", at: "/pricing" },
        { name: "affiliate-apply", at: "/affiliate" },
      ]);
      await call(member, "POST", "/api/billing/education/codes", { email: ADDRESS });
      const code = await codeMailedTo(operator, ADDRESS);
      await call(member, "POST", "/api/billing/education/proof", { email: ADDRESS, code });
      await take(member, [
        { name: "education-proved", at: "/education-pricing" },
        { name: "education-prices", at: "/pricing" },
        { name: "education-checkout", at: "/checkout?plan=pro&cycle=monthly" },
      ]);

      const said = { about: "A newsletter for translators, once a week.", payout_to: "IBAN XX00 1234" };
      await call(member, "PUT", "/api/affiliates/own", said);
      await take(member, [{ name: "affiliate-applied", at: "/affiliate" }]);
      await take(operator, [
        { name: "affiliates-applied", at: "/settings/affiliates" },
        { name: "education-offer", at: "/settings/plans", open: switched },
      ]);
      const me = await call<{ me: { id: string } }>(member, "GET", "/api/accounts/session");
      await call(operator, "POST", `/api/affiliates/all/${me.me.id}/approve`, {});
      await take(member, [{ name: "affiliate-empty", at: "/affiliate" }]);
      const own = await call<{ url: string }>(member, "GET", "/api/affiliates/own");
      const link: `/${string}` = `/invitation-affiliate-landing${new URL(own.url).search}`;
      await take(null, [{ name: "affiliate-landing", at: link }]);

      const context = await anotherBrowser();
      const visitor = await context.newPage();
      await visitor.goto(server.url + link);
      await visitor.getByRole("link").first().waitFor();
      const ben = { name: "Ben Berg", email: "ben@example.com", password: "broad blue harbour" };
      const friend = await signUpMember(operator, ben, context);
      await call(friend, "POST", "/api/affiliates/claims", {});
      const bought = await buyPro(friend, operator);
      await take(member, [{ name: "affiliate", at: "/affiliate" }]);
      const approved: Shot["open"] = ({ page, say }) =>
        page.getByRole("radio", { name: say("affiliates", "is.approved") }).click();
      await take(operator, [{ name: "affiliates", at: "/settings/affiliates", open: approved }]);
      await call(operator, "POST", `/api/billing/all-orders/${bought}/refund`, {});
      await take(member, [{ name: "affiliate-clawed-back", at: "/affiliate" }]);
      await take(operator, [{ name: "affiliates-clawed-back", at: "/settings/affiliates", open: approved }]);
      await take(friend, [
        { name: "refunded", at: "/billing" },
        { name: "refunded-order", at: `/checkout?order=${bought}` },
        { name: "refunded-subscription", at: "/subscription" },
      ]);
      camera.expectNoFaults();
    });
  });
}

const EDUCATION = { on: false, percent_off: 40, days: 365, domains: [".edu", ".edu.*", ".ac.*"] };
