import { type ChildProcess, spawn } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, request } from "@playwright/test";
import { signInDevice } from "./device.ts";
import { freePort } from "./program.ts";
import { textsOf } from "./texts.ts";

const BUILT = fileURLToPath(new URL("../../extension/dist/firefox-mv3", import.meta.url));
const ID = "extension@ensemble.invalid";
/** Id of the extension, which Firefox otherwise generates per installation. */
const UUID = "11111111-2222-4333-8444-555555555555";

interface Tab {
  context: string;
  url: string;
}

/** Firefox's form of the extension's name in the ids of its own widgets. */
const WIDGET = "extension_ensemble_invalid";

/**
 * Real Firefox with the built extension, driven over WebDriver BiDi: Playwright only drives its own Firefox.
 */
export class FirefoxBrowser {
  private next = 1;
  private readonly answers = new Map<number, (answer: Record<string, unknown>) => void>();

  private constructor(
    private readonly process: ChildProcess,
    private readonly folder: string,
    private readonly line: WebSocket,
  ) {
    line.addEventListener("message", ({ data }) => {
      const answer = JSON.parse(String(data)) as { id?: number };
      if (answer.id !== undefined) this.answers.get(answer.id)?.(answer);
    });
  }

  /** Starts Firefox with permission for this computer, as in `extension.ts`. */
  static async start(): Promise<FirefoxBrowser> {
    const folder = await mkdtemp(join(tmpdir(), "ensemble-firefox-"));
    const extension = join(folder, "extension");
    await cp(BUILT, extension, { recursive: true });
    const manifest = JSON.parse(await readFile(join(extension, "manifest.json"), "utf8")) as object;
    const allowed = { ...manifest, host_permissions: ["http://127.0.0.1/*", "https://127.0.0.1/*"] };
    await writeFile(join(extension, "manifest.json"), JSON.stringify(allowed));
    const profile = join(folder, "profile");
    await mkdir(profile);
    const known = JSON.stringify(JSON.stringify({ [ID]: UUID }));
    await writeFile(join(profile, "user.js"), `user_pref("extensions.webextensions.uuids", ${known});\n`);
    const port = await freePort();
    const firefox = spawn(
      process.env.FIREFOX ?? "/usr/bin/firefox-esr",
      [
        "--headless",
        "--no-remote",
        "--profile",
        profile,
        `--remote-debugging-port=${port}`,
        "--remote-allow-system-access",
      ],
      { stdio: "ignore", env: { PATH: process.env.PATH ?? "", HOME: folder, LANG: "en_GB.UTF-8" } },
    );
    const line = await connect(`ws://127.0.0.1:${port}/session`);
    const browser = new FirefoxBrowser(firefox, folder, line);
    await browser.command("session.new", { capabilities: {} });
    await browser.command("webExtension.install", { extensionData: { type: "path", path: extension } });
    return browser;
  }

  async open(url: string): Promise<string> {
    const { context } = await this.command<Tab>("browsingContext.create", { type: "tab" });
    await this.command("browsingContext.navigate", { context, url, wait: "none" });
    return context;
  }

  /** Navigates an existing tab. */
  async go(context: string, url: string): Promise<void> {
    await this.command("browsingContext.navigate", { context, url, wait: "complete" });
    await this.command("browsingContext.activate", { context });
  }

  /** Opens the panel in its own tab. */
  openPanel(): Promise<string> {
    return this.open(`moz-extension://${UUID}/sidepanel.html`);
  }

  /** Opens the panel, connected and signed in; the browser itself is not. */
  async signIn(server: string, person: { email: string; password: string }): Promise<string> {
    const client = await request.newContext();
    const token = await signInDevice(client, server, person, "Firefox extension on Linux");
    await client.dispose();
    const connection = JSON.stringify({ server, token, refusal: null });
    const panel = await this.openPanel();
    const text = textsOf("extension");
    await this.expectText(panel, text("server_title"));
    await this.ask(panel, `browser.storage.local.set({ connection: ${connection} })`);
    await this.command("browsingContext.reload", { context: panel });
    await this.expectText(panel, text("page_ask"));
    return panel;
  }

  /** Opens the panel, connects it to the server and signs in through a tab. */
  async signInThroughTab(server: string, person: { email: string; password: string }): Promise<string> {
    const [text, accounts] = [textsOf("extension"), textsOf("accounts")];
    const panel = await this.openPanel();
    await this.expectText(panel, text("server_title"));
    await this.fill(panel, "input", server);
    await this.press(panel, text("server_connect"));
    await this.press(panel, text("sign_in"));
    const login = await this.tabAt(`${server}/login`);
    await this.fill(login, "input[type=email], input[autocomplete~=username]", person.email);
    await this.fill(login, "input[type=password]", person.password);
    await this.press(login, accounts("sign_in"));
    await this.expectText(login, "Firefox extension on Linux");
    await this.press(login, accounts("authorize_allow"));
    await this.expectText(panel, text("page_ask"));
    return panel;
  }

  /** Allows the extension on the pages of this computer, like a person does in the settings. */
  async runInPages(panel: string): Promise<void> {
    const text = textsOf("extension");
    await this.press(panel, text("tab_settings"));
    await this.press(panel, text("settings_pages"));
    await this.fill(panel, "input[inputmode=url]", "127.0.0.1");
    await this.press(panel, text("pages_add"));
    await this.expectText(panel, text("remove"));
  }

  /** Waits for a tab whose address starts with this text. */
  async tabAt(start: string): Promise<string> {
    let found: string | undefined;
    await expect(async () => {
      const { contexts } = await this.command<{ contexts: Tab[] }>("browsingContext.getTree", {});
      found = contexts.find(({ url }) => url.startsWith(start))?.context;
      expect(found, `a tab at ${start} among ${contexts.map(({ url }) => url).join(" ")}`).toBeDefined();
    }).toPass({ timeout: 30_000 });
    return found as string;
  }

  /** Evaluates an expression in a page. */
  async ask(context: string, expression: string): Promise<unknown> {
    const { result } = await this.command<{ result?: { value?: unknown } }>("script.evaluate", {
      expression,
      target: { context },
      awaitPromise: true,
      userActivation: true,
    });
    return result?.value;
  }

  /** Waits until a page shows `text`. */
  async expectText(context: string, text: string): Promise<void> {
    await expect.poll(() => this.ask(context, "document.body.innerText")).toContain(text);
  }

  /** Clicks the button or link with this name. */
  async press(context: string, name: string, within = "body"): Promise<void> {
    const locate = `[...document.querySelectorAll("${within} :is(button, a)")].find((one) => one.checkVisibility() && (one.getAttribute("aria-label") ?? one.innerText).trim() === ${JSON.stringify(name)})`;
    await expect.poll(() => this.ask(context, `Boolean(${locate})`)).toBe(true);
    const box = `(() => { const one = ${locate}; one.scrollIntoView({ block: "center" }); const { x, y, width, height } = one.getBoundingClientRect(); return JSON.stringify([x + width / 2, y + height / 2]); })()`;
    const [x, y] = (JSON.parse(String(await this.ask(context, box))) as number[]).map(Math.round);
    await this.command("browsingContext.activate", { context });
    // Through the browser's own input, because a scripted click grants no permission.
    await this.command("input.performActions", {
      context,
      actions: [
        {
          type: "pointer",
          id: "hand",
          actions: [
            { type: "pointerMove", x, y },
            { type: "pointerDown", button: 0 },
            { type: "pointerUp", button: 0 },
          ],
        },
      ],
    });
  }

  /** Clicks a position of a page, once or several times. */
  async pressAt(
    context: string,
    { x, y }: { x: number; y: number },
    times = 1,
    button: 0 | 2 = 0,
  ): Promise<void> {
    await this.command("browsingContext.activate", { context });
    const press = [
      { type: "pointerDown", button },
      { type: "pointerUp", button },
    ];
    await this.command("input.performActions", {
      context,
      actions: [
        {
          type: "pointer",
          id: "hand",
          actions: [
            { type: "pointerMove", x: Math.round(x), y: Math.round(y) },
            ...Array.from({ length: times }, () => press).flat(),
          ],
        },
      ],
    });
  }

  /** Types with the keyboard at the focus. */
  async type(context: string, text: string): Promise<void> {
    const actions = [...text].flatMap((value) => [
      { type: "keyDown", value },
      { type: "keyUp", value },
    ]);
    await this.command("input.performActions", { context, actions: [{ type: "key", id: "keys", actions }] });
  }

  /** Presses a key with Control. */
  async control(context: string, value: string): Promise<void> {
    const actions = [
      { type: "keyDown", value: "\uE009" },
      { type: "keyDown", value },
      { type: "keyUp", value },
      { type: "keyUp", value: "\uE009" },
    ];
    await this.command("input.performActions", { context, actions: [{ type: "key", id: "keys", actions }] });
  }

  /** Waits for an element and returns its center. */
  async placeOf(context: string, selector: string): Promise<{ x: number; y: number }> {
    const locate = `document.querySelector(${JSON.stringify(selector)})`;
    await expect.poll(() => this.ask(context, `Boolean(${locate})`)).toBe(true);
    const place = await this.ask(
      context,
      `(() => { const one = ${locate}; one.scrollIntoView({ block: "center" }); const { x, y, width, height } = one.getBoundingClientRect(); return JSON.stringify({ x: x + width / 2, y: y + height / 2 }); })()`,
    );
    return JSON.parse(String(place)) as { x: number; y: number };
  }

  /** Sets the translation options, like the panel's settings do. */
  async chooseTranslation(panel: string, options: object): Promise<void> {
    await this.ask(
      panel,
      `(async () => {
        const { answer } = await browser.runtime.sendMessage({ name: "panel→background: page settings" });
        const translation = { ...answer.options.translation, ...${JSON.stringify(options)} };
        const request = { ...answer, options: { ...answer.options, translation } };
        await browser.runtime.sendMessage({ name: "panel→background: change page settings", request });
      })()`,
    );
  }

  /** Moves the pointer without a click. */
  async pointAt(context: string, { x, y }: { x: number; y: number }): Promise<void> {
    await this.command("browsingContext.activate", { context });
    const actions = [{ type: "pointerMove", x: Math.round(x), y: Math.round(y) }];
    await this.command("input.performActions", {
      context,
      actions: [{ type: "pointer", id: "hand", actions }],
    });
  }

  /** Presses one of the extension's shortcuts in the browser window: the letter with Alt and Shift. */
  async pressKey(letter: string): Promise<void> {
    await this.askBrowser(
      `[...document.querySelectorAll("#ext-keyset-id-${WIDGET} key")].find((key) => key.getAttribute("key") === ${JSON.stringify(letter)}).doCommand()`,
    );
  }

  /** Opens the context menu at a position of a page and selects an item of the extension. */
  async chooseInMenu(context: string, at: { x: number; y: number }, item: string): Promise<void> {
    await this.pressAt(context, at, 1, 2);
    const locate = `document.querySelector("#contentAreaContextMenu [id$='menuitem-_${item}']")`;
    await expect
      .poll(() => this.askBrowser(`Boolean(${locate})`), { message: `“${item}” in the menu` })
      .toBe(true);
    // In a submenu if there are several; selected through the accessibility tree.
    await this.askBrowser(
      `(() => { ${locate}.doCommand(); document.getElementById("contentAreaContextMenu").hidePopup(); })()`,
    );
  }

  /** Types text into the address bar and presses Enter. */
  async enterAddress(words: string): Promise<void> {
    await this.askBrowser(
      `(async () => {
        gURLBar.focus();
        gURLBar.search(${JSON.stringify(words)});
        await gURLBar.lastQueryContextPromise;
        gURLBar.handleCommand(new KeyboardEvent("keydown", { key: "Enter" }));
      })()`,
    );
  }

  /** Evaluates an expression in the sidebar, through `panel`, another page of the extension. */
  askSidebar(panel: string, expression: string): Promise<unknown> {
    return this.ask(
      panel,
      `(() => {
        const [view] = browser.extension.getViews({ type: "sidebar" });
        if (!view) return null;
        const { document } = view;
        return ${expression};
      })()`,
    );
  }

  /** Clicks the button with this name in the sidebar. */
  async pressInSidebar(panel: string, name: string, within = "body"): Promise<void> {
    const locate = `[...document.querySelectorAll("${within} button")].find((one) => (one.ariaLabel ?? one.innerText).trim() === ${JSON.stringify(name)})`;
    await expect
      .poll(() => this.askSidebar(panel, `Boolean(${locate})`), { message: `“${name}” in the sidebar` })
      .toBe(true);
    await this.askSidebar(panel, `${locate}.click()`);
  }

  /**
   * Evaluates an expression in the browser window itself: its menus, shortcuts and address bar are outside
   * every page.
   */
  private async askBrowser(expression: string): Promise<unknown> {
    const { contexts } = await this.command<{ contexts: Tab[] }>("browsingContext.getTree", {
      "moz:scope": "chrome",
      maxDepth: 0,
    });
    const window = contexts.find(({ url }) => url === "chrome://browser/content/browser.xhtml");
    if (!window) throw new Error("Firefox shows no window");
    return this.ask(window.context, expression);
  }

  /**
   * Returns the extension's layers over the page at `url`: all of their text, or the center of the element
   * called `name`. Their shadow roots are closed, so a script of `panel`, a page of the extension, reads
   * them.
   */
  async lookAtLayers(panel: string, url: string, name: string | null): Promise<unknown> {
    const said = await this.ask(
      panel,
      `(async () => {
        const tab = (await browser.tabs.query({})).find((one) => one.url?.startsWith(${JSON.stringify(url)}));
        const [done] = await browser.scripting.executeScript({ target: { tabId: tab.id }, args: [${JSON.stringify(name)}], func: (wanted) => {
          // In a dialog of a page's shadow root, layers are in there as well.
          const within = (root) => [...root.querySelectorAll("ensemble-layer"), ...[...root.querySelectorAll("*")].flatMap(({ shadowRoot }) => shadowRoot ? within(shadowRoot) : [])];
          const roots = within(document).map((host) => host.openOrClosedShadowRoot);
          if (wanted === null) return roots.flatMap((root) => [...root.querySelectorAll(".ensemble > *")]).map((one) => one.innerText).join("\\n");
          const found = roots.flatMap((root) => [...root.querySelectorAll("button, textarea, [role=menuitem]")]).find((one) => (one.ariaLabel ?? one.innerText).trim() === wanted);
          if (!found) return null;
          const { x, y, width, height } = found.getBoundingClientRect();
          return { x: x + width / 2, y: y + height / 2 };
        } });
        return JSON.stringify(done.result ?? null);
      })()`,
    );
    return JSON.parse(String(said ?? "null"));
  }

  /** Clicks the element called `name` in a layer over the page. */
  async pressInLayer(panel: string, context: string, url: string, name: string): Promise<void> {
    let place: { x: number; y: number } | null = null;
    await expect
      .poll(
        async () => {
          const before = JSON.stringify(place);
          place = (await this.lookAtLayers(panel, url, name)) as typeof place;
          // It no longer moves.
          return place !== null && JSON.stringify(place) === before;
        },
        { message: `“${name}” over the page` },
      )
      .toBe(true);
    await this.pressAt(context, place as unknown as { x: number; y: number });
  }

  /** Replaces the text in a field. */
  async fill(context: string, selector: string, text: string): Promise<void> {
    await expect
      .poll(() => this.ask(context, `Boolean(document.querySelector(${JSON.stringify(selector)}))`))
      .toBe(true);
    await this.ask(
      context,
      `(() => { const field = document.querySelector(${JSON.stringify(selector)}); field.focus(); field.select(); document.execCommand("insertText", false, ${JSON.stringify(text)}); })()`,
    );
  }

  async stop(): Promise<void> {
    this.line.close();
    const ended = new Promise((done) => this.process.once("exit", done));
    this.process.kill("SIGKILL");
    await ended;
    await rm(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }

  private command<Result>(method: string, params: object): Promise<Result> {
    const id = this.next;
    this.next += 1;
    return new Promise((resolve, reject) => {
      this.answers.set(id, (answer) => {
        this.answers.delete(id);
        if (answer.type === "success") resolve(answer.result as Result);
        else reject(new Error(`${method}: ${JSON.stringify(answer)}`));
      });
      this.line.send(JSON.stringify({ id, method, params }));
    });
  }
}

/** Retries until Firefox accepts connections. */
async function connect(url: string): Promise<WebSocket> {
  let line: WebSocket | undefined;
  await expect(async () => {
    const tried = new WebSocket(url);
    await new Promise<void>((done, refuse) => {
      tried.addEventListener("open", () => done(), { once: true });
      tried.addEventListener("error", () => refuse(new Error("Firefox does not listen yet")), { once: true });
    });
    line = tried;
  }).toPass({ timeout: 60_000 });
  return line as WebSocket;
}
