import { expectSignedIn } from "../harness/accounts.ts";
import { call } from "../harness/api.ts";
import { OpenIdProvider } from "../harness/openid-provider.ts";
import { test as base, expect } from "../harness/test.ts";
import { textsOf } from "../harness/texts.ts";

const text = textsOf("accounts");

const test = base.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from this pattern.
  configure: async ({}, use) => {
    const started: OpenIdProvider[] = [];
    await use(async (url) => {
      const provider = await OpenIdProvider.start(`${url}/api/user/oauth2_callback`);
      started.push(provider);
      return `
[[accounts.oidc]]
id = "company"
name = "Company account"
issuer = "${provider.issuer}"
client_id = "ensemble"
client_secret = "secret"
`;
    });
    for (const provider of started) await provider.stop();
  },
});

test("somebody signs in with an account elsewhere and comes back to it; a refusal is shown on our own page", async ({
  operator,
  server,
  anotherBrowser,
}) => {
  await test.step("a refused sign-in elsewhere says so on our own page", async () => {
    await expectSignedIn(operator);
    const page = await (await anotherBrowser()).newPage();
    await page.goto(`${server.url}/login`);
    await page.getByRole("link", { name: text("continue_with", { name: "Company account" }) }).click();
    await page.getByRole("link", { name: "[ Cancel ]" }).click();
    await expect(page).toHaveURL(new RegExp(`^${server.url}`));
    await expect(page.getByRole("heading").first()).toBeVisible();
  });

  await test.step("somebody signs in with an account elsewhere, and comes back to it", async () => {
    await expectSignedIn(operator);
    const page = await (await anotherBrowser()).newPage();
    for (const visit of ["first", "second"]) {
      await page.goto(`${server.url}/login`);
      await page.getByRole("link", { name: text("continue_with", { name: "Company account" }) }).click();
      // The provider remembers its own session, so the second time it may ask for nothing.
      const login = page.getByPlaceholder("Enter any login");
      const arrived = page.waitForURL((url) => url.origin === server.url);
      if (visit === "first") {
        await login.fill("carla");
        await page.getByPlaceholder("and password").fill("anything");
        await page.getByRole("button", { name: "Sign-in" }).click();
        await page.getByRole("button", { name: "Continue" }).click();
      }
      await arrived;
      await expectSignedIn(page);
      const { me } = await call<{ me: { email: string } }>(page, "GET", "/api/accounts/session");
      expect(me.email).toBe("carla@example.com");
      await call(page, "POST", "/api/accounts/sign-out", {});
    }
  });
});
