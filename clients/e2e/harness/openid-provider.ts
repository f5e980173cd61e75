import type { Server } from "node:http";
import Provider from "oidc-provider";
import { freePort } from "./program.ts";

/** Third-party OpenID provider with one client: us. */
export class OpenIdProvider {
  private constructor(
    readonly issuer: string,
    private readonly server: Server,
  ) {}

  static async start(redirectUri: string): Promise<OpenIdProvider> {
    const port = await freePort();
    const issuer = `http://127.0.0.1:${port}`;
    const provider = new Provider(issuer, {
      clients: [
        {
          client_id: "ensemble",
          client_secret: "secret",
          redirect_uris: [redirectUri],
          grant_types: ["authorization_code"],
          response_types: ["code"],
        },
      ],
      features: { devInteractions: { enabled: true } },
      claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
      conformIdTokenClaims: false,
      findAccount: (_: unknown, id: string) => ({
        accountId: id,
        claims: async () => ({ sub: id, email: `${id}@example.com`, email_verified: true, name: id }),
      }),
      cookies: { keys: ["a key for tests"] },
    });
    const server = await new Promise<Server>((done) => {
      const listening: Server = provider.listen(port, "127.0.0.1", () => done(listening));
    });
    return new OpenIdProvider(issuer, server);
  }

  stop(): Promise<void> {
    this.server.closeAllConnections();
    return new Promise((done) => this.server.close(() => done()));
  }
}
