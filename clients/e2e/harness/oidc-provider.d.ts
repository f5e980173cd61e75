/** Types of the part of the package that the journeys use; it has none of its own. */
declare module "oidc-provider" {
  import type { Server } from "node:http";
  export default class Provider {
    constructor(issuer: string, configuration: Record<string, unknown>);
    listen(port: number, host: string, onListening: () => void): Server;
  }
}
