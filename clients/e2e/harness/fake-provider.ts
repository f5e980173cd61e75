import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort, Program } from "./program.ts";

/** Fake model provider on loopback; the model's name defines its answers and failures. */
export class FakeProvider {
  private constructor(
    readonly url: string,
    private readonly program: Program,
  ) {}

  /** Starts on a free port, unless one is given. */
  static async start(models: string[], port?: number): Promise<FakeProvider> {
    const folder = await mkdtemp(join(tmpdir(), "ensemble-fake-"));
    const address = `127.0.0.1:${port ?? (await freePort())}`;
    const program = Program.start("fake-provider", ["--listen", address, "--models", models.join(",")], {
      env: {},
      folder,
      logFile: join(folder, "provider.log"),
    });
    const url = `http://${address}/v1`;
    await program.ready(async () => (await fetch(`${url}/models`)).ok);
    return new FakeProvider(url, program);
  }

  async stop(): Promise<void> {
    await this.program.end("SIGKILL");
  }
}
