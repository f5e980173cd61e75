import { enterCode, expectSignedIn, fillSignUp, signIn } from "../harness/accounts.ts";
import { call } from "../harness/api.ts";
import { codeMailedTo, mina, olivia, signUpMember } from "../harness/people.ts";
import { expect, test } from "../harness/test.ts";
import { textsOf } from "../harness/texts.ts";
import { visit } from "../harness/visit.ts";

const text = textsOf("accounts");
const frame = textsOf("frame");
/** `identity.DEVICES_MAX` of the server. */
const DEVICES_MAX = 10;

test("the first account operates the server, a taken address is refused, and a second person signs up", async ({
  page: operator,
  server,
  watch: _watching,
  anotherBrowser,
}) => {
  await test.step("the first visit makes the account that operates the server", async () => {
    await operator.goto(server.url);
    await expect(operator.getByRole("heading", { name: text("first_account_title") })).toBeVisible();
    await fillSignUp(operator, olivia);
    await operator.getByRole("button", { name: text("create_first_account") }).click();
    await expectSignedIn(operator);

    const session = await call<{ me: { role: string; email: string } }>(
      operator,
      "GET",
      "/api/accounts/session",
    );
    expect(session.me).toMatchObject({ role: "operator", email: olivia.email });
    await operator.reload();
    await expectSignedIn(operator);
  });

  await test.step("a taken address is refused and nothing that was typed is lost", async () => {
    await expectSignedIn(operator);
    const page = await (await anotherBrowser()).newPage();
    await page.goto(`${server.url}/sign-up`);
    await fillSignUp(page, { ...mina, email: olivia.email });
    await page.getByRole("button", { name: text("continue"), exact: true }).click();
    await expect(page.getByText("Email already registered")).toBeVisible();
    await expect(page.getByLabel(text("name"), { exact: true })).toHaveValue(mina.name);
    await expect(page.getByLabel(text("email"), { exact: true })).toHaveValue(olivia.email);
  });

  await test.step("a second person signs up with the code that the operator reads in the outbox", async () => {
    const page = await (await anotherBrowser()).newPage();
    await page.goto(`${server.url}/sign-up`);
    await fillSignUp(page, mina);
    await page.getByRole("button", { name: text("continue"), exact: true }).click();
    await expect(page.getByText(text("outbox_title"))).toBeVisible();

    await visit(operator, `${server.url}/settings/outbox`);
    await expect(operator.getByText(mina.email).first()).toBeVisible();
    const code = await codeMailedTo(operator, mina.email);
    expect(await server.command("outbox")).toContain(mina.email);

    await enterCode(page, code === "000000" ? "111111" : "000000");
    await expect(page.getByText("Please enter the correct verification code.")).toBeVisible();
    await page.reload();
    await enterCode(page, code);
    await expectSignedIn(page);
  });
});

test("signing in explains what is wrong and leads to the page asked for; signing out leaves nothing", async ({
  operator,
  server,
  anotherBrowser,
}) => {
  await test.step("signing in says what is wrong, in the words of the product", async () => {
    await expectSignedIn(operator);
    const page = await (await anotherBrowser()).newPage();
    await page.goto(`${server.url}/login`);

    await signIn(page, "nobody@example.com", "whatever it is");
    await expect(page.getByText("Email not registered. Please 'Sign up' to create an account")).toBeVisible();
    await signIn(page, "no-address", "whatever it is");
    await expect(page.getByText("Invalid email address.")).toBeVisible();
    await signIn(page, olivia.email, "not this one");
    await expect(
      page.getByText("Incorrect password.Please click on 'Forgot password?' to recover your account"),
    ).toBeVisible();

    await signIn(page, olivia.email, olivia.password);
    await expectSignedIn(page);
  });

  await test.step("a page asked for before signing in is where one arrives afterwards", async () => {
    await expectSignedIn(operator);
    const page = await (await anotherBrowser()).newPage();
    await visit(page, `${server.url}/settings/devices`);
    await expect(page.getByText("Please login to use this feature")).toBeVisible();
    await signIn(page, olivia.email, olivia.password);
    await expect(page).toHaveURL(/\/settings\/devices$/);
  });

  await test.step("signing out leaves nothing to be seen", async () => {
    await operator.getByRole("button", { name: frame("account_menu", { name: olivia.name }) }).click();
    await operator.getByRole("menuitem", { name: frame("sign_out") }).click();
    await expect(operator.getByRole("button", { name: text("sign_in"), exact: true })).toBeVisible();
    await operator.goto(`${server.url}/home/chat`);
    await expect(operator.getByRole("button", { name: text("sign_in"), exact: true })).toBeVisible();
  });
});

test("a forgotten password is reset with a code, and an account is deleted for good", async ({
  operator,
  server,
  anotherBrowser,
}) => {
  await test.step("a forgotten password is set anew with a code, and signs other devices out", async () => {
    await signUpMember(operator, mina, await anotherBrowser());
    const forgetful = await (await anotherBrowser()).newPage();
    await forgetful.goto(`${server.url}/login`);
    await forgetful.getByRole("link", { name: text("forgot_password") }).click();
    await forgetful.getByLabel(text("email"), { exact: true }).fill(mina.email);
    await forgetful.getByRole("button", { name: text("send_code") }).click();
    await expect(forgetful.getByLabel(text("new_password"), { exact: true })).toBeVisible();

    const code = await codeMailedTo(operator, mina.email);
    await enterCode(forgetful, code);
    await forgetful.getByLabel(text("new_password"), { exact: true }).fill("short tall lighthouse");
    await forgetful.getByRole("button", { name: text("set_password") }).click();
    await expectSignedIn(forgetful);

    const again = await (await anotherBrowser()).newPage();
    await again.goto(`${server.url}/login`);
    await signIn(again, mina.email, mina.password);
    await expect(again.getByText(/Incorrect password/)).toBeVisible();
    await signIn(again, mina.email, "short tall lighthouse");
    await expectSignedIn(again);
  });

  await test.step("an account is deleted with its password and cannot come back", async () => {
    const page = await (await anotherBrowser()).newPage();
    await page.goto(`${server.url}/login`);
    await signIn(page, mina.email, "short tall lighthouse");
    await expectSignedIn(page);
    await page.goto(`${server.url}/account-deletion`);
    await page.getByLabel(text("password"), { exact: true }).fill("short tall lighthouse");
    const deleted = page.waitForResponse((response) => response.url().endsWith("/api/accounts/deletion"));
    await page.getByRole("button", { name: text("delete_account") }).click();
    expect((await deleted).ok()).toBe(true);
    await page.goto(`${server.url}/login`);
    await signIn(page, mina.email, "short tall lighthouse");
    await expect(page.getByText(/Email not registered/)).toBeVisible();
  });
});

// spec §8: "Device auto-logged-out dialog (device limit, session expiry"
test("a device is signed out from another one, and over the device limit, and says why", async ({
  operator,
  server,
  anotherBrowser,
}) => {
  await test.step("a device that is signed out from another one is told so", async () => {
    const elsewhere = await (await anotherBrowser()).newPage();
    await elsewhere.goto(`${server.url}/login`);
    await signIn(elsewhere, olivia.email, olivia.password);
    await expectSignedIn(elsewhere);

    await operator.goto(`${server.url}/settings/devices`);
    await operator.getByRole("button", { name: text("sign_out_others") }).click();
    await expect(operator.getByText(text("others_signed_out"))).toBeVisible();

    await expect(elsewhere.getByText(frame("ended.signed_out"))).toBeVisible();
    await elsewhere.getByRole("button", { name: frame("sign_in_again") }).click();
    await expect(elsewhere.getByRole("button", { name: text("sign_in"), exact: true })).toBeVisible();
    await operator.reload();
    await expect(operator).toHaveURL(/\/settings\/devices$/);
  });

  await test.step("the device over the limit signs out the one that was idle longest, with the reason", async () => {
    const first = await (await anotherBrowser()).newPage();
    await signUpMember(operator, mina, first.context());
    await first.goto(server.url);
    await expectSignedIn(first);
    for (let device = 2; device <= DEVICES_MAX + 1; device++) {
      const { request } = await anotherBrowser();
      const signedIn = await request.post(`${server.url}/api/accounts/sign-in`, {
        headers: { origin: server.url },
        data: { email: mina.email, password: mina.password },
      });
      expect(signedIn.ok(), await signedIn.text()).toBe(true);
    }
    await expect(first.getByText(frame("ended.device_limit"))).toBeVisible();
  });
});
