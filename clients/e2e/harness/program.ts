import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, openSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

export const repository = resolve(dirname(fileURLToPath(import.meta.url)), "../../..");

/** Returns the path of a built program; of the development build unless ENSEMBLE_E2E_PROFILE is "release". */
export function builtProgram(name: string): string {
  const target = process.env.CARGO_TARGET_DIR ?? join(repository, "target");
  return join(target, process.env.ENSEMBLE_E2E_PROFILE ?? "debug", name);
}

/** Returns a port that was free a moment ago. */
export function freePort(): Promise<number> {
  return new Promise((done, refuse) => {
    const probe = createServer();
    probe.once("error", refuse);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() =>
        typeof address === "object" && address ? done(address.port) : refuse(new Error("no port")),
      );
    });
  });
}

/** Program started for a test, with its output in a file; stopped with the test. */
export class Program {
  private constructor(
    private readonly child: ChildProcess,
    private readonly logFile: string,
    private readonly name: string,
  ) {}

  static start(
    name: string,
    args: string[],
    options: { env: Record<string, string>; folder: string; logFile: string },
  ): Program {
    const log = openSync(options.logFile, "a");
    const child = spawn(builtProgram(name), args, {
      cwd: options.folder,
      env: { PATH: process.env.PATH ?? "", HOME: options.folder, ...options.env },
      stdio: ["ignore", log, log],
    });
    closeSync(log);
    child.on("error", (cause) => {
      throw new Error(`${name} did not start (cargo build --workspace --bins builds it)`, { cause });
    });
    return new Program(child, options.logFile, name);
  }

  /** Polls `isReady` until it returns true; fails early if the program exits. */
  async ready(isReady: () => Promise<boolean>, withinMs = 30_000): Promise<void> {
    if (await becomesReady(this.child, isReady, withinMs)) return;
    throw new Error(`${this.name} is not ready.\n${this.log().slice(-4000)}`);
  }

  log(): string {
    return readFileSync(this.logFile, "utf8");
  }

  /** Sends the signal and waits for the exit. */
  async end(signal: "SIGTERM" | "SIGKILL"): Promise<void> {
    await endProcess(this.child, signal);
  }
}

/** Polls `isReady` until it returns true. Returns false if the process exits or the time is up. */
export async function becomesReady(
  child: ChildProcess,
  isReady: () => Promise<boolean>,
  withinMs: number,
): Promise<boolean> {
  const deadline = Date.now() + withinMs;
  while (Date.now() < deadline && child.exitCode === null) {
    if (await isReady().catch(() => false)) return true;
    await new Promise((done) => setTimeout(done, 25));
  }
  return false;
}

/** Sends a process the signal and waits for its exit. */
export async function endProcess(child: ChildProcess, signal: "SIGTERM" | "SIGKILL"): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise<void>((done) => child.once("exit", () => done()));
  child.kill(signal);
  await gone;
}
