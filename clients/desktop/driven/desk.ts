import { type ChildProcess, execFile, spawn } from "node:child_process";
import { closeSync, existsSync, openSync, readFileSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { builtProgram, endProcess, freePort } from "../../e2e/harness/program.ts";
import { eventually, WebDriver } from "./web-driver.ts";

const run = promisify(execFile);
const here = dirname(fileURLToPath(import.meta.url));
export const APP =
  process.env.ENSEMBLE_DESKTOP_APP ?? join(here, "../src-tauri/target/debug/ensemble-desktop");
/** True if the server is beside the app, as in a package. */
const HAS_SERVER = existsSync(join(dirname(APP), "ensemble-server"));

/** D-Bus interface of tray menus. */
const MENU = "com.canonical.dbusmenu";

interface Point {
  x: number;
  y: number;
}

interface TrayItem {
  id: number;
  label: string;
}

/** Menu as sent over D-Bus: id, properties, children. */
type Layout = [number, Record<string, { data: unknown }>, { data: Layout }[]];

const itemsOf = ([, , children]: Layout): TrayItem[] =>
  children.flatMap(({ data: [id, { label }] }) =>
    label ? [{ id, label: String(label.data).replace("_", "") }] : [],
  );

/** Window system: on `x11` a program can simulate input, on `wayland` it cannot. */
type Screen = "x11" | "wayland";

/**
 * Screen with a window manager, a message bus, and a home folder: the environment of a person who has just
 * installed the app. The system's browser is a program that records what it is asked to open.
 */
export class Desk {
  private readonly processes: ChildProcess[] = [];

  private constructor(
    readonly home: string,
    private readonly env: Record<string, string>,
    private readonly driverPort: number,
  ) {}

  static async set(screen: Screen = "x11"): Promise<Desk> {
    if (!existsSync(APP)) throw new Error(`${APP} is not there: \`make desktop-test\` builds it`);
    const home = await mkdtemp(join(tmpdir(), "ensemble-desk-"));
    const bin = join(home, "bin");
    await mkdir(bin);
    await mkdir(join(home, "run"), { mode: 0o700 });
    await mkdir(join(home, "Downloads"));
    const opened = `#!/bin/sh\nprintf '%s\\n' "$1" >>"${home}/opened"\n`;
    for (const name of ["xdg-open", "xdg-mime", "update-desktop-database"])
      await writeFile(join(bin, name), name === "xdg-open" ? opened : "#!/bin/sh\nexit 0\n", { mode: 0o755 });
    const display = `:${90 + (process.pid % 100)}`;
    const env: Record<string, string> = {
      PATH: `${bin}:${process.env.PATH ?? ""}`,
      HOME: home,
      XDG_RUNTIME_DIR: join(home, "run"),
      LANG: "C.UTF-8",
      GDK_BACKEND: screen,
      ...(screen === "x11" ? { DISPLAY: display } : { WAYLAND_DISPLAY: "ensemble" }),
      // A screen without a GPU.
      WEBKIT_DISABLE_DMABUF_RENDERER: "1",
      WEBKIT_DISABLE_COMPOSITING_MODE: "1",
      LIBGL_ALWAYS_SOFTWARE: "1",
      ...(HAS_SERVER ? {} : { ENSEMBLE_DESKTOP_SERVER: builtProgram("ensemble") }),
      TAURI_WEBVIEW_AUTOMATION: "true",
      TAURI_AUTOMATION: "true",
    };
    const desk = new Desk(home, env, await freePort());
    if (screen === "x11") await desk.startXvfb(display);
    else await desk.startWeston();
    const bus = `unix:path=${home}/run/bus`;
    desk.start("dbus-daemon", ["--session", "--nofork", "--nopidfile", `--address=${bus}`]);
    env.DBUS_SESSION_BUS_ADDRESS = bus;
    await eventually("a message bus", async () => existsSync(join(home, "run/bus")));
    if (screen === "x11") desk.start("openbox", []);
    // No notification service is running; the requests to it are recorded.
    desk.start("dbus-monitor", ["--session", "interface='org.freedesktop.Notifications'"], "notices");
    desk.start("WebKitWebDriver", [`--port=${desk.driverPort}`]);
    await eventually("a driver", () => fetch(`${desk.driver}/status`).then(({ ok }) => ok));
    return desk;
  }

  private async startXvfb(display: string): Promise<void> {
    this.start("Xvfb", [display, "-screen", "0", "1400x1000x24", "-nolisten", "tcp"]);
    await eventually("a screen", () => this.command("xdpyinfo", []).then(() => true));
  }

  /** Starts weston without a screen and without X11. */
  private async startWeston(): Promise<void> {
    this.start("weston", [
      "--backend=headless-backend.so",
      "--width=1400",
      "--height=1000",
      "--socket=ensemble",
      "--idle-time=0",
    ]);
    await eventually("a screen", async () => existsSync(join(this.home, "run/ensemble")));
  }

  private get driver(): string {
    return `http://127.0.0.1:${this.driverPort}`;
  }

  /** Starts the app and drives its first window. */
  open(...args: string[]): Promise<WebDriver> {
    return WebDriver.open(this.driver, APP, args);
  }

  /** Starts the app like a person does: drags in a driven window are not reported to WebKit. */
  openAlone(...args: string[]): ChildProcess {
    return this.start(APP, args);
  }

  /** Runs a command, as a second start of the program or a shortcut does. */
  command(name: string, args: string[]): Promise<{ stdout: string }> {
    return run(name, args, { env: this.env, timeout: 30_000 });
  }

  /** Returns the addresses that the system's browser was asked to open, last first. */
  opened(): string[] {
    const file = join(this.home, "opened");
    return existsSync(file) ? readFileSync(file, "utf8").trim().split("\n").reverse() : [];
  }

  /** Returns the titles of the windows on the screen. */
  async windows(): Promise<string[]> {
    const ids = await this.command("xdotool", ["search", "--onlyvisible", "--class", "ensemble-desktop"])
      .then(({ stdout }) => stdout.trim().split("\n").filter(Boolean))
      .catch(() => []);
    return Promise.all(
      ids.map(async (id) => (await this.command("xdotool", ["getwindowname", id])).stdout.trim()),
    );
  }

  /** Returns the position of the front window on the screen. */
  async frontWindow(): Promise<{ x: number; y: number; width: number; height: number }> {
    const { stdout } = await this.command("xdotool", ["getactivewindow", "getwindowgeometry", "--shell"]);
    const value = (name: string) => Number(new RegExp(`^${name}=(-?\\d+)$`, "m").exec(stdout)?.[1]);
    return { x: value("X"), y: value("Y"), width: value("WIDTH"), height: value("HEIGHT") };
  }

  /** Moves the window with this title to a position on the screen, in front of the others. */
  async lay(
    title: string,
    { x, y, width, height }: Point & { width: number; height: number },
  ): Promise<void> {
    const id = await this.windowCalled(title);
    await this.command("xdotool", ["windowactivate", "--sync", id]);
    await this.command("xdotool", ["windowsize", "--sync", id, String(width), String(height)]);
    await this.command("xdotool", ["windowmove", id, String(x), String(y)]);
  }

  private async windowCalled(title: string): Promise<string> {
    const search = ["search", "--onlyvisible", "--name", `^${title}$`];
    return (await eventually(title, () => this.command("xdotool", search))).stdout.trim();
  }

  /** Drags with the mouse and drops when the target reacts. */
  async drag(from: Point, to: Point, isHeard: () => Promise<boolean>): Promise<void> {
    const move = ({ x, y }: Point, by: number) =>
      this.command("xdotool", ["mousemove", String(Math.round(x + by)), String(Math.round(y + by))]);
    await move(from, 0);
    await this.command("xdotool", ["mousedown", "1"]);
    for (const by of [4, 12, 24]) await move(from, by);
    // The drag begins when the program handles it, and is reported while the mouse moves.
    let by = 0;
    await eventually("the drag to be heard of", async () => {
      by = by === 0 ? 4 : 0;
      await move(to, by);
      return isHeard();
    });
    await this.command("xdotool", ["mouseup", "1"]);
  }

  /** Drags files from another program. */
  async dragFiles(files: string[], to: Point, isHeard: () => Promise<boolean>): Promise<void> {
    const source = this.start("/usr/bin/python3", [join(here, "drag-source.py"), ...files]);
    const id = await this.windowCalled("Files to drag");
    await this.command("xdotool", ["windowmove", "--sync", id, "0", "0"]);
    await this.drag({ x: 60, y: 60 }, to, isHeard);
    await endProcess(source, "SIGTERM");
  }

  /** Closes the front window with the window manager's shortcut. */
  async closeWindow(): Promise<void> {
    await this.command("xdotool", ["key", "alt+F4"]);
  }

  /** Returns the log of all notifications. */
  notices(): string {
    return readFileSync(join(this.home, "notices"), "utf8");
  }

  /** Returns the labels of the tray menu, as a desktop panel reads them. */
  async tray(): Promise<string[]> {
    return (await this.trayItems()).items.map(({ label }) => label);
  }

  /** Selects an item of that menu. */
  async chooseInTray(label: string): Promise<void> {
    const { bus, path, items } = await this.trayItems();
    const item = items.find((one) => one.label === label);
    if (!item) throw new Error(`no “${label}” in the tray: ${items.map((one) => one.label).join(", ")}`);
    await this.busctl("call", bus, path, MENU, "Event", "isvu", String(item.id), "clicked", "s", "", "0");
  }

  /** Reads the tray menu, which the app publishes over D-Bus. */
  private async trayItems(): Promise<{ bus: string; path: string; items: TrayItem[] }> {
    const listed = JSON.parse((await this.busctl("--json=short", "list")).stdout) as {
      name: string;
      process: string | null;
    }[];
    for (const { name } of listed.filter((one) => one.process?.startsWith("ensemble-deskt"))) {
      if (!name.startsWith(":")) continue;
      // The app has several names on the bus, and not all of them respond.
      const paths = await this.busctl("--timeout=2", "tree", "--list", name).then(
        ({ stdout }) => stdout.split("\n").filter((one) => one.endsWith("/Menu")),
        () => [],
      );
      for (const path of paths) {
        const asked = ["call", "--", name, path, MENU, "GetLayout", "iias", "0", "-1", "0"];
        const { data } = JSON.parse((await this.busctl("--json=short", ...asked)).stdout) as {
          data: [number, Layout];
        };
        return { bus: name, path, items: itemsOf(data[1]) };
      }
    }
    throw new Error("the app has no icon in the tray");
  }

  private busctl(...args: string[]): Promise<{ stdout: string }> {
    return this.command("busctl", [`--address=${this.env.DBUS_SESSION_BUS_ADDRESS}`, ...args]);
  }

  /** Takes a screenshot of the whole screen. */
  async picture(name: string): Promise<void> {
    const folder = process.env.ENSEMBLE_DESKTOP_PICTURES;
    if (!folder) return;
    await mkdir(folder, { recursive: true });
    await this.command("import", ["-window", "root", join(folder, `${name}.png`)]);
  }

  log(): string {
    return readFileSync(join(this.home, "log"), "utf8");
  }

  async clear(): Promise<void> {
    for (const child of this.processes.reverse()) await endProcess(child, "SIGTERM");
    await rm(this.home, { recursive: true, force: true, maxRetries: 5 });
  }

  private start(name: string, args: string[], into = "log"): ChildProcess {
    const log = openSync(join(this.home, into), "a");
    const child = spawn(name, args, { env: this.env, cwd: this.home, stdio: ["ignore", log, log] });
    closeSync(log);
    child.on("error", (cause) => {
      throw new Error(`${name} did not start: scripts/setup desktop-test`, { cause });
    });
    this.processes.push(child);
    return child;
  }
}
