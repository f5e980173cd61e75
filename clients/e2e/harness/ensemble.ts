import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { rmSync } from "node:fs";
import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { builtProgram, freePort, Program } from "./program.ts";
import { notePath } from "./server-address.ts";

const run = promisify(execFile);
const POSTGRES = "postgres://postgres@127.0.0.1:54329";

export type Store = "sqlite" | "postgres";

export function chosenStore(): Store {
  const store = process.env.E2E_STORE ?? "sqlite";
  if (store !== "sqlite" && store !== "postgres")
    throw new Error(`E2E_STORE is ${store}: sqlite or postgres`);
  return store;
}

/** Real server with its own port and data. */
export class Ensemble {
  private program: Program | undefined;

  private constructor(
    readonly url: string,
    private readonly folder: string,
    private readonly database: string | null,
    private readonly settings: Record<string, string>,
  ) {}

  /**
   * Starts a server. `settings` are environment variables; `configure` returns the settings file for a server
   * at `url`; `host` is a name of this machine by which browsers know the server, `basePath` the server's path
   * under it.
   */
  static async start(
    settings: Record<string, string> = {},
    configure: (url: string) => Promise<string> = async () => "",
    host = "127.0.0.1",
    basePath = "",
  ): Promise<Ensemble> {
    const folder = await mkdtemp(join(tmpdir(), "ensemble-e2e-"));
    const port = await freePort();
    const url = `http://${host}:${port}${basePath}`;
    notePath(url);
    const database = chosenStore() === "postgres" ? `e2e_${randomBytes(8).toString("hex")}` : null;
    if (database) await psql(`CREATE DATABASE ${database}`);
    const server = new Ensemble(url, folder, database, {
      ENSEMBLE__SERVER__LISTEN: `127.0.0.1:${port}`,
      ENSEMBLE__SERVER__BASE_URL: url,
      ENSEMBLE__SERVER__DATA_DIR: join(folder, "data"),
      // A model server on the machine must not affect a journey that did not start it.
      ENSEMBLE__PROVIDERS__FIND_LOCAL_SERVERS: "false",
      ...(database ? { ENSEMBLE__STORE__URL: `${POSTGRES}/${database}` } : {}),
      ...settings,
    });
    await writeFile(join(folder, "ensemble.toml"), await configure(url));
    if (!database) await cp(await unusedData(), join(folder, "data"), { recursive: true });
    await server.begin();
    return server;
  }

  /** Starts the process on existing data. */
  async begin(): Promise<void> {
    this.program = Program.start("ensemble", ["serve"], {
      env: this.settings,
      folder: this.folder,
      logFile: join(this.folder, "server.log"),
    });
    await this.program.ready(async () => (await fetch(`${this.url}/readyz`)).ok);
  }

  /** Kills it without a shutdown, as a power failure does. */
  async kill(): Promise<void> {
    await this.program?.end("SIGKILL");
  }

  /**
   * Restarts it with these timestamps of a table moved back by some days, because journeys cannot change the
   * server's clock. Periodic work runs at once. Requests in between get no response.
   */
  async passDays(days: number, table: string, columns: readonly string[]): Promise<void> {
    await this.program?.end("SIGTERM");
    const earlier = columns.map((column) => `${column} = ${column} - ${days * 86_400_000_000}`).join(", ");
    await this.write(`UPDATE ${table} SET ${earlier}; DELETE FROM job_schedules;`);
    await this.begin();
  }

  private async write(statements: string): Promise<void> {
    if (this.database) return psql(statements, this.database);
    const script = "import sqlite3, sys; sqlite3.connect(sys.argv[1]).executescript(sys.argv[2])";
    await run("python3", ["-c", script, join(this.folder, "data", "ensemble.db"), statements]);
  }

  /** Runs a command of the program on the same data, such as `ensemble outbox`. */
  async command(...args: string[]): Promise<string> {
    const { stdout } = await run(builtProgram("ensemble"), args, {
      cwd: this.folder,
      env: { PATH: process.env.PATH ?? "", HOME: this.folder, ...this.settings },
    });
    return stdout;
  }

  /** Address of its database, for programs that inspect the data directly. */
  get storeUrl(): string {
    return this.database
      ? `${POSTGRES}/${this.database}`
      : `sqlite://${join(this.folder, "data", "ensemble.db")}`;
  }

  log(): string {
    return this.program?.log() ?? "";
  }

  async discard(): Promise<void> {
    await this.program?.end("SIGTERM");
    if (this.database) await psql(`DROP DATABASE IF EXISTS ${this.database} WITH (FORCE)`);
    await rm(this.folder, { recursive: true, force: true });
  }
}

let unused: Promise<string> | undefined;

/** Returns a data folder with the schema in it, made once in each worker: migrations are most of a server's start. */
function unusedData(): Promise<string> {
  unused ??= migrateNew();
  return unused;
}

async function migrateNew(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "ensemble-e2e-unused-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const data = join(folder, "data");
  await run(builtProgram("ensemble"), ["migrate"], {
    cwd: folder,
    env: { PATH: process.env.PATH ?? "", HOME: folder, ENSEMBLE__SERVER__DATA_DIR: data },
  });
  return data;
}

async function psql(statement: string, database = "postgres"): Promise<void> {
  await run("psql", [`${POSTGRES}/${database}`, "-q", "-v", "ON_ERROR_STOP=1", "-c", statement]).catch(
    (cause) => {
      throw new Error("PostgreSQL for tests does not answer: scripts/test-servers start", { cause });
    },
  );
}
