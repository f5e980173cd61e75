/** As much of the package's interface as the journeys use; it brings no types of its own. */
declare module "oidc-provider" {
  import type { Server } from "node:http";
  export default class Provider {
    constructor(issuer: string, configuration: Record<string, unknown>);
    listen(port: number, host: string, onListening: () => void): Server;
  }
}
