import { createHmac } from "node:crypto";
import type { Page } from "@playwright/test";
import { expectSignedIn, signIn } from "../harness/accounts.ts";
import { call } from "../harness/api.ts";
import { expect, test } from "../harness/test.ts";
import { textsOf } from "../harness/texts.ts";

const text = textsOf("accounts");

const EMAIL = "olivia@example.org";

test.use({ host: "localhost" });

/** Gives the browser an authenticator that checks its person by itself. */
async function addAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("WebAuthn.enable");
  await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

/** Returns the code that an authenticator app shows now. */
function codeOf(key: string): string {
  const digits = key.replaceAll(" ", "");
  const bits = [...digits].map((c) =>
    "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(c).toString(2).padStart(5, "0"),
  );
  const secret = Buffer.from((bits.join("").match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const step = Buffer.alloc(8);
  step.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)));
  const tag = createHmac("sha1", secret).update(step).digest();
  const offset = (tag.at(-1) ?? 0) & 0xf;
  return String((tag.readUInt32BE(offset) & 0x7fff_ffff) % 1_000_000).padStart(6, "0");
}

test("a passkey signs in, and after the password a code of the app or a recovery code is asked for", async ({
  page,
  server,
  watch: _watching,
}) => {
  const { url } = server;
  const made = await server.command("user", "create", "--email", EMAIL, "--name", "Olivia");
  const password = /Password: (\S+)/.exec(made)?.[1] ?? "";
  const recoveryCodes: string[] = [];
  const signOut = async () => {
    await call(page, "POST", "/api/accounts/sign-out");
    await page.goto(`${url}/login`);
  };

  await test.step("a passkey and an app are added in the settings", async () => {
    await addAuthenticator(page);
    await page.goto(`${url}/login?redirectTo=/settings/security`);
    await signIn(page, EMAIL, password);
    await page.getByRole("button", { name: text("add_passkey") }).click();
    await page.getByLabel(text("name"), { exact: true }).fill("Laptop");
    await page.getByLabel(text("password"), { exact: true }).fill(password);
    await page.getByRole("button", { name: text("continue"), exact: true }).click();
    await expect(page.getByText("Laptop", { exact: true })).toBeVisible();

    await page.getByRole("button", { name: text("turn_on"), exact: true }).click();
    await page.getByLabel(text("password"), { exact: true }).fill(password);
    await page.getByRole("button", { name: text("continue"), exact: true }).click();
    const key = await page.getByLabel(text("totp_key")).inputValue();
    await page.getByLabel(text("app_code")).fill(codeOf(key));
    await page
      .getByRole("dialog")
      .getByRole("button", { name: text("turn_on"), exact: true })
      .click();
    const codes = page.getByRole("list", { name: text("recovery_codes") }).getByRole("listitem");
    await expect(codes).toHaveCount(10);
    recoveryCodes.push(...(await codes.allTextContents()));
    await page.getByRole("button", { name: text("recovery_codes_saved") }).click();
  });

  await test.step("the passkey stands for password and code", async () => {
    await signOut();
    await page.getByRole("button", { name: text("sign_in_with_passkey") }).click();
    await expectSignedIn(page);
  });

  await test.step("the password alone does not, and a recovery code does once", async () => {
    await signOut();
    await signIn(page, EMAIL, password);
    await page.getByRole("button", { name: text("use_recovery_code") }).click();
    await page.getByLabel(text("recovery_code"), { exact: true }).fill(recoveryCodes[0] ?? "");
    await page.getByRole("button", { name: text("verify"), exact: true }).click();
    await expectSignedIn(page);
  });
});
