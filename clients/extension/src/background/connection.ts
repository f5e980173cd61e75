import { browser } from "wxt/browser";
import type { Connection } from "../messages";
import { serialQueue } from "../serial-queue";

const KEY = "connection";

/** The extension's connection to its server. The secret never leaves the background. */
export interface Stored {
  server: string | null;
  token: string | null;
  refusal: Connection["refusal"];
}

const NOTHING: Stored = { server: null, token: null, refusal: null };

/** Restricts storage to trusted contexts, so that content scripts cannot read it. Firefox always does. */
export async function closeStorage(): Promise<void> {
  const { local } = browser.storage;
  if ("setAccessLevel" in local) await local.setAccessLevel({ accessLevel: "TRUSTED_CONTEXTS" });
}

export async function readConnection(): Promise<Stored> {
  const stored = await browser.storage.local.get(KEY);
  return { ...NOTHING, ...(stored[KEY] as Partial<Stored> | undefined) };
}

const writing = serialQueue();

/**
 * Changes the connection. Changes are queued: concurrent ones would overwrite each other. `next` gets the
 * stored state; null changes nothing.
 */
export async function changeConnection(next: (now: Stored) => Partial<Stored> | null): Promise<void> {
  const changed = await writing(async () => {
    const now = await readConnection();
    const change = next(now);
    if (change) await browser.storage.local.set({ [KEY]: { ...now, ...change } });
    return change !== null;
  });
  if (!changed) return;
  // An open panel shows it; without one, nobody listens.
  await browser.runtime.sendMessage({ name: "background→panel: connection changed" }).catch(() => undefined);
}

export const writeConnection = (change: Partial<Stored>): Promise<void> => changeConnection(() => change);

/** Drops a session that its server has ended, unless a new one began since. */
export const endSession = ({ server, token }: Pick<Stored, "server" | "token">): Promise<void> =>
  changeConnection((now) =>
    token !== null && now.server === server && now.token === token ? { token: null, refusal: "ended" } : null,
  );

export async function shownConnection(): Promise<Connection> {
  const { server, token, refusal } = await readConnection();
  return { server, signedIn: token !== null, refusal };
}
