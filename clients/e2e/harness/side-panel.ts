import { type BrowserContext, type CDPSession, expect, type Page } from "@playwright/test";

interface Answer {
  id: number;
  result?: unknown;
  error?: { message: string };
}

interface Evaluated {
  result: { value?: unknown };
  exceptionDetails?: { exception?: { description?: string }; text: string };
}

/**
 * Real side panel beside a page. Playwright exposes only tabs, so it is driven through the DevTools protocol,
 * including clicks and keys.
 */
export class SidePanel {
  private next = 1;
  private readonly waiting = new Map<number, (answer: Answer) => void>();

  private constructor(
    private readonly devtools: CDPSession,
    private readonly session: string,
  ) {
    devtools.on("Target.receivedMessageFromTarget", ({ sessionId, message }) => {
      if (sessionId !== this.session) return;
      const answer = JSON.parse(message) as Answer;
      this.waiting.get(answer.id)?.(answer);
      this.waiting.delete(answer.id);
    });
  }

  /** Clicks the extension's toolbar button while `tab` is active. */
  static async pressButton(context: BrowserContext, extension: string, tab: Page): Promise<void> {
    const devtools = await toolsOf(context);
    const { targetInfos } = await devtools.send("Target.getTargets", { filter: [{ type: "tab" }] });
    const target = targetInfos.find(({ url }) => url === tab.url());
    if (!target) throw new Error(`no tab at ${tab.url()}`);
    await devtools.send("Extensions.triggerAction", { id: extension, targetId: target.targetId });
  }

  /** Waits for the panel beside a tab; not a panel in its own tab. */
  static async find(context: BrowserContext, extension: string): Promise<SidePanel> {
    const devtools = await toolsOf(context);
    let targetId: string | undefined;
    await expect
      .poll(
        async () => {
          const [panel] = await panelsOf(devtools, extension);
          targetId = panel;
          return panel;
        },
        { message: "the panel beside the tab", intervals: [10] },
      )
      .toBeDefined();
    const { sessionId } = await devtools.send("Target.attachToTarget", {
      targetId: String(targetId),
      flatten: false,
    });
    return new SidePanel(devtools, sessionId);
  }

  static async expectNone(context: BrowserContext, extension: string): Promise<void> {
    const devtools = await toolsOf(context);
    await expect
      .poll(() => panelsOf(devtools, extension), { message: "no panel", intervals: [10] })
      .toEqual([]);
  }

  /** Evaluates an expression in the panel. */
  async ask<Result>(expression: string): Promise<Result> {
    const { result, exceptionDetails } = await this.send<Evaluated>("Runtime.evaluate", {
      expression,
      awaitPromise: true,
      returnByValue: true,
    });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value as Result;
  }

  /** Waits until it shows `words`. */
  async expectText(words: string): Promise<void> {
    await expect.poll(() => this.ask("document.body.innerText")).toContain(words);
  }

  /** Clicks the button or link with this name. */
  async press(name: string, within = "body"): Promise<void> {
    const place = `(() => {
      const one = [...document.querySelectorAll(${JSON.stringify(`${within} :is(button, a)`)})].find((one) => (one.ariaLabel ?? one.innerText).trim() === ${JSON.stringify(name)});
      if (!one) return null;
      const { x, y, width, height } = one.getBoundingClientRect();
      return { x: x + width / 2, y: y + height / 2 };
    })()`;
    let at: { x: number; y: number } | null = null;
    await expect
      .poll(
        async () => {
          const before = JSON.stringify(at);
          at = await this.ask<typeof at>(place);
          // It no longer moves.
          return at !== null && JSON.stringify(at) === before;
        },
        { message: `“${name}” in the panel` },
      )
      .toBe(true);
    const press = { ...(at as unknown as { x: number; y: number }), button: "left", clickCount: 1 };
    await this.send("Input.dispatchMouseEvent", { type: "mousePressed", ...press });
    await this.send("Input.dispatchMouseEvent", { type: "mouseReleased", ...press });
  }

  /** Types with the keyboard and sends. */
  async say(words: string): Promise<void> {
    await this.send("Input.insertText", { text: words });
    const enter = { key: "Enter", code: "Enter", windowsVirtualKeyCode: 13, text: "\r" };
    await this.send("Input.dispatchKeyEvent", { type: "keyDown", ...enter });
    await this.send("Input.dispatchKeyEvent", { type: "keyUp", ...enter });
  }

  private async send<Result>(method: string, params: object): Promise<Result> {
    const id = this.next;
    this.next += 1;
    const answered = new Promise<Answer>((resolve) => this.waiting.set(id, resolve));
    await this.devtools.send("Target.sendMessageToTarget", {
      sessionId: this.session,
      message: JSON.stringify({ id, method, params }),
    });
    const { result, error } = await answered;
    if (error) throw new Error(`${method}: ${error.message}`);
    return result as Result;
  }
}

async function panelsOf(devtools: CDPSession, extension: string): Promise<string[]> {
  const { targetInfos } = await devtools.send("Target.getTargets", { filter: [{ type: "page" }] });
  const panels = targetInfos.filter(({ url }) =>
    url.startsWith(`chrome-extension://${extension}/sidepanel.html`),
  );
  return panels.map(({ targetId }) => targetId);
}

async function toolsOf(context: BrowserContext): Promise<CDPSession> {
  const browser = context.browser();
  if (!browser) throw new Error("the browser cannot be spoken to");
  return browser.newBrowserCDPSession();
}
