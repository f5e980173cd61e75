import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { becomesReady, endProcess, freePort, repository } from "./program.ts";

/** Reference server of the protocol's authors, for testing clients. */
export const EVERYTHING = join(
  repository,
  "node_modules/@modelcontextprotocol/server-everything/dist/index.js",
);

/** Third-party MCP server over streamable HTTP. */
export class EverythingServer {
  private constructor(
    readonly host: string,
    private readonly child: ChildProcess,
  ) {}

  static async start(): Promise<EverythingServer> {
    const port = await freePort();
    const child = spawn(process.execPath, [EVERYTHING, "streamableHttp"], {
      env: { PATH: process.env.PATH ?? "", PORT: String(port) },
      stdio: "ignore",
    });
    const host = `127.0.0.1:${port}`;
    // A request without a session gets an error, which counts as a response.
    const answers = () => fetch(`http://${host}/mcp`).then(() => true);
    if (!(await becomesReady(child, answers, 20_000))) throw new Error("server-everything is not ready");
    return new EverythingServer(host, child);
  }

  get url(): string {
    return `http://${this.host}/mcp`;
  }

  async stop(): Promise<void> {
    await endProcess(this.child, "SIGKILL");
  }
}
