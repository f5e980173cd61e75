import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { becomesReady, endProcess, freePort, repository } from "./program.ts";

/** Example of the protocol's authors: an MCP server with its authorization server. */
const PROGRAM = join(
  repository,
  "node_modules/@modelcontextprotocol/sdk/dist/esm/examples/server/simpleStreamableHttp.js",
);

/** Third-party MCP server that requires sign-in. */
export class GuardedServer {
  private constructor(
    /** Hosts of the server and of its authorization server. */
    readonly hosts: string[],
    private readonly child: ChildProcess,
  ) {}

  static async start(): Promise<GuardedServer> {
    const [port, authPort] = [await freePort(), await freePort()];
    const child = spawn(process.execPath, [PROGRAM, "--oauth", "--oauth-strict"], {
      env: { PATH: process.env.PATH ?? "", MCP_PORT: String(port), MCP_AUTH_PORT: String(authPort) },
      stdio: "ignore",
    });
    const hosts = [`localhost:${port}`, `localhost:${authPort}`];
    // They refuse, which counts as a response.
    const answer = () => Promise.all(hosts.map((host) => fetch(`http://${host}/mcp`))).then(() => true);
    if (!(await becomesReady(child, answer, 20_000))) throw new Error("the guarded server is not ready");
    return new GuardedServer(hosts, child);
  }

  get url(): string {
    return `http://${this.hosts[0]}/mcp`;
  }

  async stop(): Promise<void> {
    await endProcess(this.child, "SIGKILL");
  }
}
