import type { Session } from "@ensemble/contract/wire";
import type { Found } from "../messages";
import { changeConnection } from "./connection";

/**
 * Connects to the first of `addresses` where an Ensemble server is. A different server starts without a session.
 */
export async function useServer(addresses: readonly string[]): Promise<Found> {
  let answered = false;
  for (const address of addresses) {
    const response = await fetch(`${address}/api/accounts/session`, {
      credentials: "omit",
      redirect: "error",
      cache: "no-store",
    }).catch(() => null);
    answered ||= response !== null;
    const session = (await response?.json().catch(() => null)) as Partial<Session> | null | undefined;
    const version = session?.setup?.version;
    if (!response?.ok || typeof version !== "string") continue;
    await changeConnection(({ server }) =>
      server === address ? { refusal: null } : { server: address, token: null, refusal: null },
    );
    return { ok: true, version };
  }
  return { ok: false, reason: answered ? "not_ensemble" : "unreachable" };
}
