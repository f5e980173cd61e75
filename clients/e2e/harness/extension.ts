import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type BrowserContext, chromium, type Page } from "@playwright/test";

const BUILT = fileURLToPath(new URL("../../extension/dist/chrome-mv3", import.meta.url));

/** A browser with the built extension in it (`make extension` builds it). */
export class ExtensionBrowser {
  private constructor(
    readonly context: BrowserContext,
    readonly id: string,
    private readonly folder: string,
  ) {}

  /**
   * The browser asks its person in a window of its own whether the extension may reach an address, and no test can press
   * that button: here the person has said yes to this computer before. Nothing else of the package is changed.
   */
  static async start(options: { locale?: string; dark?: boolean } = {}): Promise<ExtensionBrowser> {
    const folder = await mkdtemp(join(tmpdir(), "ensemble-extension-"));
    await cp(BUILT, folder, { recursive: true });
    const file = join(folder, "manifest.json");
    const manifest = JSON.parse(await readFile(file, "utf8")) as Record<string, unknown>;
    await writeFile(file, JSON.stringify({ ...manifest, host_permissions: ["http://127.0.0.1/*"] }));
    const context = await chromium.launchPersistentContext("", {
      executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
      headless: true,
      locale: options.locale ?? "en-GB",
      colorScheme: options.dark ? "dark" : "light",
      reducedMotion: "reduce",
      viewport: { width: 420, height: 760 },
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        `--disable-extensions-except=${folder}`,
        `--load-extension=${folder}`,
        ...(options.locale ? [`--lang=${options.locale}`] : []),
      ],
    });
    const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent("serviceworker"));
    return new ExtensionBrowser(context, new URL(worker.url()).host, folder);
  }

  /** The panel in a tab of its own: what it stands beside is the tab that was looked at last. */
  async openPanel(): Promise<Page> {
    const panel = await this.context.newPage();
    await panel.goto(`chrome-extension://${this.id}/sidepanel.html`);
    return panel;
  }

  async stop(): Promise<void> {
    await this.context.close();
    await rm(this.folder, { recursive: true, force: true });
  }
}

/** A site that somebody reads. */
export class Site {
  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  static async serve(page: string): Promise<Site> {
    const server = createServer((_request, response) => {
      response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(page);
    });
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    const address = server.address();
    if (address === null || typeof address === "string") throw new Error("the site has no port");
    return new Site(server, `http://127.0.0.1:${address.port}`);
  }

  stop(): void {
    this.server.close();
    this.server.closeAllConnections();
  }
}
