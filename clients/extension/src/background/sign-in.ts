import type { DeviceSession } from "@ensemble/contract/wire";
import { browser } from "wxt/browser";
import { serialQueue } from "../serial-queue";
import { changeConnection, readConnection, type Stored, writeConnection } from "./connection";
import { challengeOf, type Landing, randomText, readLanding } from "./pkce";
import { bytesAsked, noteSent } from "./sent-log";

const KEY = "sign-in";
const AUTHORIZE = "/authorize";
const REDIRECT_URL = "/auth-landing";
const REDEEM = "/api/accounts/device-grants/redeem";

/**
 * Pending sign-in attempt. Stored for the browser session, because the background may be stopped meanwhile.
 */
interface Attempt {
  tabId: number;
  state: string;
  verifier: string;
}

/** Opens the server's page in a tab, where the person signs in and approves. */
export async function beginSignIn(deviceName: string): Promise<void> {
  const { server } = await readConnection();
  if (server === null) throw new Error("no server is chosen");
  const [state, verifier] = [randomText(), randomText()];
  const address = new URL(server + AUTHORIZE);
  address.search = new URLSearchParams({
    client_type: "extension",
    redirect_url: REDIRECT_URL,
    code_challenge: await challengeOf(verifier),
    code_challenge_method: "S256",
    device_name: deviceName,
    state,
  }).toString();
  await writeConnection({ refusal: null });
  // The browser navigates there itself, which sends the device's name as well.
  await noteSent({ path: AUTHORIZE, bytes: bytesAsked(address) });
  const tab = await browser.tabs.create({ url: address.href });
  const attempt: Attempt = { tabId: tab.id ?? -1, state, verifier };
  await browser.storage.session.set({ [KEY]: attempt });
}

/** Observes the addresses of a sign-in tab and finishes the attempt at the right one. */
export async function followTab(tabId: number, address: string | undefined): Promise<void> {
  if (address === undefined) return;
  // Addresses are processed one after the other: browsers report the same one twice, and a code can be
  // redeemed once.
  const landed = await looking(() => takeLanding(tabId, address));
  if (!landed) return;
  const { server, landing, verifier } = landed;
  // Nothing is stored for a server that was disconnected meanwhile.
  const keep = (change: Partial<Stored>) =>
    changeConnection((now) => (now.server === server ? change : null));
  if ("denied" in landing) return keep({ token: null, refusal: "denied" });
  const token = await redeem(server, landing.code, verifier);
  await keep(token === null ? { refusal: "failed" } : { token, refusal: null });
  if (token !== null) await browser.tabs.remove(tabId).catch(() => undefined);
}

const looking = serialQueue();

interface Landed {
  server: string;
  landing: Landing;
  verifier: string;
}

/**
 * Returns the outcome of the sign-in attempt in a tab if this address ends it. Each attempt ends once,
 * whatever the tab does afterwards.
 */
async function takeLanding(tabId: number, address: string): Promise<Landed | null> {
  const stored = await browser.storage.session.get(KEY);
  const attempt = stored[KEY] as Attempt | undefined;
  const { server } = await readConnection();
  if (!attempt || attempt.tabId !== tabId || server === null) return null;
  const landing = readLanding(address, server, attempt.state);
  if (!landing) return null;
  await browser.storage.session.remove(KEY);
  return { server, landing, verifier: attempt.verifier };
}

async function redeem(server: string, code: string, verifier: string): Promise<string | null> {
  const body = JSON.stringify({
    client_type: "extension",
    redirect_url: REDIRECT_URL,
    code_verifier: verifier,
  });
  await noteSent({ path: REDEEM, bytes: body.length });
  try {
    const response = await fetch(server + REDEEM, {
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
