import type { CDPSession, Page } from "@playwright/test";
import type { ExtensionBrowser } from "./extension.ts";

/**
 * Records the origins that each part of the extension requests: pages, its panel, and its worker, which
 * Playwright does not observe.
 */
export class Requests {
  private readonly asked = new Map<Page, Set<string>>();
  private readonly byWorker = new Set<string>();

  private constructor(devtools: CDPSession, session: string) {
    devtools.on("Target.receivedMessageFromTarget", ({ sessionId, message }) => {
      const { method, params } = JSON.parse(message) as Message;
      if (sessionId === session && method === "Network.requestWillBeSent")
        note(this.byWorker, params.request.url);
    });
  }

  /** Starts listening. */
  static async watch(browser: ExtensionBrowser): Promise<Requests> {
    const devtools = await browser.context.browser()?.newBrowserCDPSession();
    if (!devtools) throw new Error("the browser cannot be spoken to");
    const { targetInfos } = await devtools.send("Target.getTargets", {
      filter: [{ type: "service_worker" }],
    });
    const worker = targetInfos.find(({ url }) => url.startsWith(`chrome-extension://${browser.id}/`));
    if (!worker) throw new Error("the extension's worker is gone");
    const { targetId } = worker;
    const { sessionId } = await devtools.send("Target.attachToTarget", { targetId, flatten: false });
    const watch = new Requests(devtools, sessionId);
    const message = JSON.stringify({ id: 1, method: "Network.enable", params: {} });
    await devtools.send("Target.sendMessageToTarget", { sessionId, message });
    return watch;
  }

  /** Records the requests of a page, including the extension's scripts in it. */
  listenTo(page: Page): void {
    const asked = new Set<string>();
    this.asked.set(page, asked);
    page.on("request", (request) => note(asked, request.url()));
  }

  of(page: Page): string[] {
    return [...(this.asked.get(page) ?? [])].sort();
  }

  ofWorker(): string[] {
    return [...this.byWorker].sort();
  }
}

interface Message {
  method?: string;
  params: { request: { url: string } };
}

/** Records a request. Data already in the page and files of the extension's own package do not count. */
function note(asked: Set<string>, url: string): void {
  const { protocol, host } = new URL(url);
  if (!/^(data|blob|chrome-extension):$/.test(protocol)) asked.add(`${protocol}//${host}`);
}
