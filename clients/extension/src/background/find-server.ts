import type { Session } from "@ensemble/contract/wire";
import type { Found } from "../messages";
import { changeConnection } from "./connection";

/**
 * Connects to an Ensemble server at `origin` if there is one. A different server starts without a session.
 */
export async function useServer(origin: string): Promise<Found> {
  const response = await fetch(new URL("/api/accounts/session", origin), {
    credentials: "omit",
    redirect: "error",
    cache: "no-store",
  }).catch(() => null);
  if (!response) return { ok: false, reason: "unreachable" };
  const session = (await response.json().catch(() => null)) as Partial<Session> | null;
  const version = session?.setup?.version;
  if (!response.ok || typeof version !== "string") return { ok: false, reason: "not_ensemble" };
  await changeConnection(({ server }) =>
    server === origin ? { refusal: null } : { server: origin, token: null, refusal: null },
  );
  return { ok: true, version };
}
