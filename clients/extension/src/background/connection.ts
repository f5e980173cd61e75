import { browser } from "wxt/browser";
import type { Connection } from "../messages";

const KEY = "connection";

/** What the extension knows of its server. The secret never leaves the background. */
export interface Stored {
  server: string | null;
  token: string | null;
  refusal: Connection["refusal"];
}

const NOTHING: Stored = { server: null, token: null, refusal: null };

/** Scripts in pages must not read what is stored. Firefox never lets them. */
export async function closeStorage(): Promise<void> {
  const { local } = browser.storage;
  if ("setAccessLevel" in local) await local.setAccessLevel({ accessLevel: "TRUSTED_CONTEXTS" });
}

export async function readConnection(): Promise<Stored> {
  const stored = await browser.storage.local.get(KEY);
  return { ...NOTHING, ...(stored[KEY] as Partial<Stored> | undefined) };
}

export async function writeConnection(change: Partial<Stored>): Promise<void> {
  await browser.storage.local.set({ [KEY]: { ...(await readConnection()), ...change } });
  // An open panel shows it; where none is open, nobody listens.
  await browser.runtime.sendMessage({ name: "background→panel: connection changed" }).catch(() => undefined);
}

export async function shownConnection(): Promise<Connection> {
  const { server, token, refusal } = await readConnection();
  return { server, signedIn: token !== null, refusal };
}
