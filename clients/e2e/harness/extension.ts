import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type BrowserContext, chromium, expect, type Page, type Worker } from "@playwright/test";
import { signInDevice } from "./device.ts";
import { Layers } from "./layers.ts";
import { SidePanel } from "./side-panel.ts";
import { textsOf } from "./texts.ts";

const BUILT = fileURLToPath(new URL("../../extension/dist", import.meta.url));

/** Origins that the person allowed on this computer. */
const ALLOWED = ["http://127.0.0.1/*", "https://127.0.0.1/*"];

interface BrowserEvent {
  dispatch(...given: unknown[]): void;
}

interface Asking {
  tabs: {
    query(what: object): Promise<{ id: number; url?: string }[]>;
    create(options: object): Promise<unknown>;
  };
  windows: { create(options: object): Promise<{ tabs: object[] }> };
  runtime: { sendMessage(message: object): Promise<unknown> };
  sidePanel: { open: (where: { tabId: number }) => Promise<void> };
  permissions: { request: () => Promise<boolean> };
  storage: {
    local: { set: (values: object) => Promise<void>; get(keys: string[]): Promise<Record<string, unknown>> };
  };
  contextMenus: { update: (id: string, change: { visible: boolean }) => Promise<void> };
}

interface Scripting {
  scripting: {
    executeScript(script: {
      target: { tabId: number };
      world: "MAIN" | "ISOLATED";
      func: (given: string) => unknown;
      args: string[];
    }): Promise<{ result: unknown }[]>;
  };
}

interface Developing {
  developerPrivate: {
    updateProfileConfiguration(change: object): Promise<void>;
    updateExtensionConfiguration(change: object): Promise<void>;
  };
}

/** Chooses an option of one of the panel's fields. */
export async function choose(panel: Page, field: string, option: string): Promise<void> {
  await panel.getByRole("combobox", { name: field, exact: true }).click();
  await panel.getByRole("option", { name: option, exact: true }).click();
}

/** Browser with the built extension (`make extension` builds it). */
export class ExtensionBrowser {
  private constructor(
    readonly context: BrowserContext,
    readonly id: string,
    private readonly folder: string,
  ) {}

  /**
   * Starts the browser. Its permission prompt is outside of any page and cannot be clicked in a test: the
   * extension is granted access to this computer in advance. Nothing else in the package is changed.
   */
  static async start(
    options: {
      locale?: string;
      dark?: boolean;
      package?: "chrome" | "edge";
      /** True to keep pages that were left, and to load some in advance, as people's browsers do. */
      keepsPages?: boolean;
    } = {},
  ): Promise<ExtensionBrowser> {
    const folder = await mkdtemp(join(tmpdir(), "ensemble-extension-"));
    await cp(join(BUILT, `${options.package ?? "chrome"}-mv3`), folder, { recursive: true });
    const file = join(folder, "manifest.json");
    const manifest = JSON.parse(await readFile(file, "utf8")) as Record<string, unknown>;
    await writeFile(file, JSON.stringify({ ...manifest, host_permissions: ALLOWED }));
    const context = await chromium.launchPersistentContext("", {
      executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
      headless: true,
      locale: options.locale ?? "en-GB",
      colorScheme: options.dark ? "dark" : "light",
      reducedMotion: "reduce",
      viewport: { width: 420, height: 760 },
      ...(options.keepsPages ? { ignoreDefaultArgs: ["--disable-back-forward-cache"] } : {}),
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

  /** Opens the panel in its own tab; it refers to the last active tab. */
  async openPanel(): Promise<Page> {
    const panel = await this.context.newPage();
    await panel.goto(`chrome-extension://${this.id}/sidepanel.html`);
    return panel;
  }

  /** Clicks the extension's toolbar button while `tab` is active. */
  pressButton(tab: Page): Promise<void> {
    return SidePanel.pressButton(this.context, this.id, tab);
  }

  /** Returns the panel in its real place beside the tab. */
  sidePanel(): Promise<SidePanel> {
    return SidePanel.find(this.context, this.id);
  }

  expectNoSidePanel(): Promise<void> {
    return SidePanel.expectNone(this.context, this.id);
  }

  /** Puts the extension's worker to sleep, like the browser does after half a minute. */
  async sleep(tab: Page): Promise<void> {
    const devtools = await this.context.newCDPSession(tab);
    const asleep = new Promise<void>((done) => {
      devtools.on("ServiceWorker.workerVersionUpdated", ({ versions }) => {
        const ours = versions.filter(({ scriptURL }) => new URL(scriptURL).host === this.id);
        if (ours.some(({ runningStatus }) => runningStatus === "stopped")) done();
      });
    });
    await devtools.send("ServiceWorker.enable");
    await devtools.send("ServiceWorker.stopAllWorkers");
    await asleep;
    await devtools.detach();
  }

  /** Opens the panel, connected and signed in like the browser; `extension.spec.ts` shows how a person does that through a tab. */
  async signIn(server: string, person: { email: string; password: string }): Promise<Page> {
    const token = await signInDevice(this.context.request, server, person, "Chrome extension on Linux");
    await this.worker().evaluate(
      (connection) => {
        const { chrome } = globalThis as never as { chrome: Asking };
        return chrome.storage.local.set({ connection });
      },
      { server, token, refusal: null },
    );
    const panel = await this.openPanel();
    await expect(panel.getByRole("textbox")).toBeFocused();
    return panel;
  }

  /** Allows the extension on the pages of this computer, like a person does in the settings. */
  async runInPages(panel: Page, locale?: string): Promise<void> {
    const text = textsOf("extension", locale);
    await panel.getByRole("link", { name: text("tab_settings") }).click();
    await panel.getByRole("link", { name: text("settings_pages") }).click();
    await panel.getByRole("textbox", { name: text("pages_add_label") }).fill("127.0.0.1");
    await panel.getByRole("button", { name: text("pages_add"), exact: true }).click();
    await expect(
      panel.getByRole("button", { name: text("pages_remove", { site: "127.0.0.1" }) }),
    ).toBeVisible();
  }

  /** Allows the extension on those pages, and opens the settings of translation. */
  async openTranslationSettings(panel: Page, locale?: string): Promise<void> {
    await this.runInPages(panel, locale);
    const text = textsOf("extension", locale);
    await panel.getByRole("link", { name: text("settings_back") }).click();
    await panel.getByRole("link", { name: text("settings_translation"), exact: true }).click();
  }

  /** Opens a tab with a page and access to the extension's layers. */
  async openTab(
    address: string,
    viewport = { width: 1000, height: 800 },
  ): Promise<{ tab: Page; layers: Layers }> {
    const tab = await this.context.newPage();
    await tab.setViewportSize(viewport);
    await tab.goto(address);
    return { tab, layers: this.layersOf(tab) };
  }

  /** Returns the extension's layers over a page, which are closed to everybody else. */
  layersOf(page: Page): Layers {
    return new Layers(this, page);
  }

  /**
   * Sends an event to the extension's worker as the browser does, because its address bar, menus and
   * shortcuts are out of a test's reach.
   */
  async say(
    event: "omnibox.onInputEntered" | "contextMenus.onClicked" | "commands.onCommand",
    ...given: readonly unknown[]
  ): Promise<void> {
    await this.worker().evaluate(
      ([name, values]) => {
        const [area = "", listeners = ""] = name.split(".");
        const { chrome } = globalThis as never as { chrome: Record<string, Record<string, BrowserEvent>> };
        chrome[area]?.[listeners]?.dispatch(...values);
      },
      [event, [...given]] as const,
    );
  }

  /** Returns the suggestions of the address bar for text after `ens`. */
  offeredFor(words: string): Promise<{ content: string; description: string }[]> {
    return this.worker().evaluate(
      (typed) =>
        new Promise((offer) => {
          const { chrome } = globalThis as never as { chrome: { omnibox: { onInputChanged: BrowserEvent } } };
          chrome.omnibox.onInputChanged.dispatch(typed, offer);
        }),
      words,
    );
  }

  /**
   * Lets the worker open panels and grants its permission requests, which the browser allows only after a
   * real click. Returns the tabs for which it opened a panel.
   */
  async allowAll(): Promise<() => Promise<number[]>> {
    await this.worker().evaluate(() => {
      const world = globalThis as never as { chrome: Asking; opened: number[] };
      world.opened = [];
      world.chrome.sidePanel.open = async ({ tabId }) => void world.opened.push(tabId);
      world.chrome.permissions.request = async () => true;
    });
    return () => this.worker().evaluate(() => (globalThis as never as { opened: number[] }).opened);
  }

  /** Records which menu items are visible from now on; returns them by name. */
  async watchMenu(): Promise<() => Promise<Record<string, boolean>>> {
    await this.worker().evaluate(() => {
      const world = globalThis as never as { chrome: Asking; menu: Record<string, boolean> };
      const { update } = world.chrome.contextMenus;
      world.menu = {};
      world.chrome.contextMenus.update = (id, change) => {
        world.menu[id] = change.visible;
        return update.call(world.chrome.contextMenus, id, change);
      };
    });
    return () =>
      this.worker().evaluate(() => (globalThis as never as { menu: Record<string, boolean> }).menu);
  }

  /** Returns a tab as events contain it. */
  tabOf(page: Page): Promise<{ id: number; url?: string }> {
    return this.worker().evaluate(async (url) => {
      const { chrome } = globalThis as never as { chrome: Asking };
      const tab = (await chrome.tabs.query({})).find((one) => one.url === url);
      if (!tab) throw new Error(`no tab at ${url}`);
      return tab;
    }, page.url());
  }

  /**
   * Returns the active tab as events contain it: without its address if the browser hides the page from the
   * extension.
   */
  tabInFront(): Promise<{ id: number; url?: string }> {
    return this.worker().evaluate(async () => {
      const { chrome } = globalThis as never as { chrome: Asking };
      const [tab] = await chrome.tabs.query({ active: true });
      if (!tab) throw new Error("no tab is in front");
      return tab;
    });
  }

  /** Evaluates an expression in a page that Playwright does not reach, beside the page's own scripts. */
  async inTab<Result>(tabId: number, expression: string): Promise<Result> {
    const result = await this.worker().evaluate(
      async ([id, code]) => {
        const { chrome } = globalThis as never as { chrome: Scripting };
        // A page that is being left never answers.
        const late = new Promise<never>((_, reject) =>
          setTimeout(() => reject(new Error("the page did not answer")), 2_000),
        );
        const answer = chrome.scripting.executeScript({
          target: { tabId: id },
          // The content policy of extensions forbids what the page's own world may do.
          world: "MAIN",
          func: (words) => new Function(`return (${words})`)(),
          args: [code],
        });
        const [injected] = await Promise.race([answer, late]);
        return injected?.result;
      },
      [tabId, expression] as const,
    );
    return result as Result;
  }

  /** Says something to the extension's worker as its script in a page does. */
  async sayFrom(tabId: number, name: string): Promise<void> {
    await this.worker().evaluate(
      async ([id, message]) => {
        const { chrome } = globalThis as never as { chrome: Scripting };
        await chrome.scripting.executeScript({
          target: { tabId: id },
          world: "ISOLATED",
          func: (said) =>
            (globalThis as never as { chrome: Asking }).chrome.runtime.sendMessage({ name: said }),
          args: [message],
        });
      },
      [tabId, name] as const,
    );
  }

  /** Opens a window with a page; returns its tab as events contain it. */
  async openWindow(url: string, incognito = false): Promise<{ id: number; windowId: number; url: string }> {
    const tab = await this.worker().evaluate(
      async (options) => {
        const { chrome } = globalThis as never as { chrome: Asking };
        return (await chrome.windows.create(options)).tabs[0] as { id: number; windowId: number };
      },
      { url, incognito },
    );
    await expect.poll(() => this.inTab(tab.id, "document.readyState").catch(() => "")).toBe("complete");
    return { ...tab, url };
  }

  /** Opens the panel in a tab of a window. */
  async openPanelIn(windowId: number): Promise<Page> {
    const opened = this.context.waitForEvent("page");
    await this.worker().evaluate(
      async (options) => {
        const { chrome } = globalThis as never as { chrome: Asking };
        await chrome.tabs.create(options);
      },
      { windowId, url: `chrome-extension://${this.id}/sidepanel.html` },
    );
    return opened;
  }

  /** Lets the extension into private windows, as a person does on the browser's page; it starts anew. */
  async allowPrivateWindows(): Promise<void> {
    const page = await this.context.newPage();
    await page.goto("chrome://extensions");
    await page.evaluate(async (extensionId) => {
      const { developerPrivate } = (globalThis as never as { chrome: Developing }).chrome;
      // Without it, the browser would switch off an unpacked extension that starts anew.
      await developerPrivate.updateProfileConfiguration({ inDeveloperMode: true });
      await developerPrivate.updateExtensionConfiguration({ extensionId, incognitoAccess: true });
    }, this.id);
    await expect
      .poll(() => page.goto(`chrome-extension://${this.id}/sidepanel.html`).then(Boolean, () => false))
      .toBe(true);
    await expect.poll(() => this.context.serviceWorkers().length).toBe(1);
    await page.close();
  }

  /** Returns what the extension has written to the disk under some keys. */
  stored(keys: readonly string[]): Promise<Record<string, unknown>> {
    return this.worker().evaluate(async (names) => {
      const { chrome } = globalThis as never as { chrome: Asking };
      return chrome.storage.local.get([...names]);
    }, keys);
  }

  private worker(): Worker {
    const worker = this.context.serviceWorkers()[0];
    if (!worker) throw new Error("the extension's worker is gone");
    return worker;
  }

  async stop(): Promise<void> {
    await this.context.close();
    await rm(this.folder, { recursive: true, force: true });
  }
}

/** Fake website. */
export class Site {
  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  static async serve(page: string, headers: Readonly<Record<string, string>> = {}): Promise<Site> {
    const server = createServer((_request, response) => {
      response.writeHead(200, { "content-type": "text/html; charset=utf-8", ...headers }).end(page);
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
