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

let writing: Promise<unknown> = Promise.resolve();

/** One change after the other: two at once would lose one. `next` sees what is stored by then; null changes nothing. */
export function changeConnection(next: (now: Stored) => Partial<Stored> | null): Promise<void> {
  const done = writing.then(async () => {
    const now = await readConnection();
    const change = next(now);
    if (change) await browser.storage.local.set({ [KEY]: { ...now, ...change } });
    return change !== null;
  });
  writing = done.catch(() => undefined);
  return done.then(async (changed) => {
    // An open panel shows it; where none is open, nobody listens.
    if (changed)
      await browser.runtime
        .sendMessage({ name: "background→panel: connection changed" })
        .catch(() => undefined);
  });
}

export const writeConnection = (change: Partial<Stored>): Promise<void> => changeConnection(() => change);

/** Forgets a session that its server has ended; one that began meanwhile stays. */
export const endSession = ({ server, token }: Pick<Stored, "server" | "token">): Promise<void> =>
  changeConnection((now) =>
    token !== null && now.server === server && now.token === token ? { token: null, refusal: "ended" } : null,
  );

export async function shownConnection(): Promise<Connection> {
  const { server, token, refusal } = await readConnection();
  return { server, signedIn: token !== null, refusal };
}
