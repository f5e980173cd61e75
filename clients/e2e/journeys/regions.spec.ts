import { enterCode, expectSignedIn, fillSignUp } from "../harness/accounts.ts";
import { codeMailedTo, mina } from "../harness/people.ts";
import { expect, test } from "../harness/test.ts";
import { textsOf } from "../harness/texts.ts";

const text = textsOf("billing");
const accounts = textsOf("accounts");
const problem = textsOf("problems");

// This machine stands for the proxy that says where somebody is.
test.use({
  settings: {
    ENSEMBLE__SERVER__TRUSTED_PROXIES: "127.0.0.0/8",
    ENSEMBLE__REGIONS__COUNTRY_HEADER: "cf-ipcountry",
    ENSEMBLE__REGIONS__NO_SIGN_UP: "AQ",
    ENSEMBLE__REGIONS__NO_SALES: "BV",
  },
});

// spec §6: "Region restrictions block subscribing, sign-up and credit purchase in some regions (two tiers of country lists)"
// spec §8: "Unable to subscribe due to regional restrictions."; "(likewise for sign-up and credit purchase)"
test("who is in a restricted region is told what they cannot do there", async ({
  operator,
  server,
  anotherBrowser,
}) => {
  const browser = await anotherBrowser();
  const page = await browser.newPage();
  await browser.setExtraHTTPHeaders({ "cf-ipcountry": "AQ" });
  await page.goto(`${server.url}/sign-up`);
  await fillSignUp(page, mina);
  const go = page.getByRole("button", { name: accounts("continue"), exact: true });
  await go.click();
  await expect(page.getByText(problem("accounts.region_restricted"))).toBeVisible();

  // From the other tier one signs up, and buys nothing.
  await browser.setExtraHTTPHeaders({ "cf-ipcountry": "BV" });
  await go.click();
  await expect(page.getByRole("heading", { name: accounts("code_title") })).toBeVisible();
  await enterCode(page, await codeMailedTo(operator, mina.email));
  await expectSignedIn(page);
  await page.goto(`${server.url}/checkout?plan=pro&cycle=monthly`);
  await expect(page.getByText(problem("billing.subscribing_restricted"))).toBeVisible();
  await page.goto(`${server.url}/checkout?pack=small`);
  await expect(page.getByText(problem("billing.credits_restricted"))).toBeVisible();
  await page.goto(`${server.url}/pricing`);
  await page.getByRole("button", { name: text("start_trial") }).click();
  await expect(page.getByText(problem("billing.subscribing_restricted")).first()).toBeVisible();

  // Elsewhere it costs what it does.
  await browser.setExtraHTTPHeaders({});
  await page.goto(`${server.url}/checkout?plan=pro&cycle=monthly`);
  await expect(page.getByTestId("due-now")).toHaveText("$9.90");
});
