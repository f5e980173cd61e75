import { readConnection, writeConnection } from "./connection";
import { askServer } from "./network";

/**
 * Forgets the session, whatever the network is like, and has the server end it too. A server that does not answer hears of it when the
 * session is used no more.
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
