import { createHash, randomBytes } from "node:crypto";
import type { APIRequestContext } from "@playwright/test";
import { request } from "./api.ts";

const GRANTS = "/api/accounts/device-grants";
const REDIRECT_URL = "/auth-landing";

/**
 * Signs somebody in to `browser`, and its extension as a device of theirs, like the tab that it opens does, without
 * opening one. Returns the device's token.
 */
export async function signInDevice(
  browser: APIRequestContext,
  server: string,
  person: { email: string; password: string },
  name: string,
): Promise<string> {
  const verifier = randomBytes(32).toString("base64url");
  const told = { client_type: "extension", redirect_url: REDIRECT_URL };
  const { email, password } = person;
  await request(browser, server, "POST", "/api/accounts/sign-in", { email, password });
  const { redirect_to } = await request<{ redirect_to: string }>(browser, server, "POST", GRANTS, {
    ...told,
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
    state: randomBytes(16).toString("base64url"),
    device_name: name,
  });
  const code = new URL(redirect_to, server).searchParams.get("code");
  const redeemed = await fetch(`${server}${GRANTS}/redeem`, {
    method: "POST",
    headers: { authorization: `Bearer ${code}`, "content-type": "application/json" },
    body: JSON.stringify({ ...told, code_verifier: verifier }),
  });
  if (!redeemed.ok)
    throw new Error(`Redeeming the code answered ${redeemed.status}: ${await redeemed.text()}`);
  return ((await redeemed.json()) as { token: string }).token;
}
