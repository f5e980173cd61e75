import { readConnection, writeConnection } from "./connection";
import { askServer } from "./network";

/**
 * Drops the session immediately and ends it on the server. If the server is unreachable, it learns of it when
 * the session expires.
 */
export async function signOut(): Promise<void> {
  const session = await readConnection();
  await writeConnection({ token: null, refusal: null });
  const headers = { "content-type": "application/json" };
  const ask = { method: "POST", path: "/api/accounts/sign-out", headers, body: btoa("{}") };
  askServer(ask, undefined, session).catch((error: unknown) =>
    console.warn("the server was not told of the sign-out", error),
  );
}
