import type { DeviceSession } from "@ensemble/contract/wire";
import { browser } from "wxt/browser";
import { readConnection, writeConnection } from "./connection";
import { challengeOf, randomText, readLanding } from "./pkce";
import { noteSent } from "./sent-log";

const KEY = "sign-in";
const REDIRECT_URL = "/auth-landing";
const REDEEM = "/api/accounts/device-grants/redeem";

/** An attempt that waits for its tab. Kept while the browser runs: the background itself may be stopped meanwhile. */
interface Attempt {
  tabId: number;
  state: string;
  verifier: string;
}

/** Opens our page in a tab, where the person signs in as they always do, and allows it. */
export async function beginSignIn(deviceName: string): Promise<void> {
  const { server } = await readConnection();
  if (server === null) throw new Error("no server is chosen");
  const [state, verifier] = [randomText(), randomText()];
  const address = new URL("/authorize", server);
  address.search = new URLSearchParams({
    client_type: "extension",
    redirect_url: REDIRECT_URL,
    code_challenge: await challengeOf(verifier),
    code_challenge_method: "S256",
    device_name: deviceName,
    state,
  }).toString();
  await writeConnection({ refusal: null });
  const tab = await browser.tabs.create({ url: address.href });
  const attempt: Attempt = { tabId: tab.id ?? -1, state, verifier };
  await browser.storage.session.set({ [KEY]: attempt });
}

/** Hears of every address that the tab of an attempt comes to; at the right one, ends the attempt. */
export async function followTab(tabId: number, address: string | undefined): Promise<void> {
  if (address === undefined) return;
  const stored = await browser.storage.session.get(KEY);
  const attempt = stored[KEY] as Attempt | undefined;
  const { server } = await readConnection();
  if (!attempt || attempt.tabId !== tabId || server === null) return;
  const landing = readLanding(address, server, attempt.state);
  if (!landing) return;
  // Each attempt ends once, whatever else the tab does.
  await browser.storage.session.remove(KEY);
  if ("denied" in landing) return writeConnection({ token: null, refusal: "denied" });
  const token = await redeem(server, landing.code, attempt.verifier);
  await writeConnection(token === null ? { refusal: "failed" } : { token, refusal: null });
  if (token !== null) await browser.tabs.remove(tabId).catch(() => undefined);
}

async function redeem(server: string, code: string, verifier: string): Promise<string | null> {
  const body = JSON.stringify({
    client_type: "extension",
    redirect_url: REDIRECT_URL,
    code_verifier: verifier,
  });
  await noteSent({ path: REDEEM, bytes: body.length });
  try {
    const response = await fetch(new URL(REDEEM, server), {
      method: "POST",
      headers: { authorization: `Bearer ${code}`, "content-type": "application/json" },
      body,
      credentials: "omit",
      redirect: "error",
      referrerPolicy: "no-referrer",
    });
    return response.ok ? ((await response.json()) as DeviceSession).token : null;
  } catch (error) {
    console.warn("the code could not be redeemed", error);
    return null;
  }
}
