import { expect, type Page } from "@playwright/test";
import type { ExtensionBrowser } from "./extension.ts";

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The part of the browser's programming interface that is used here, in the extension's worker and its scripts. */
interface Chrome {
  tabs: { query(what: object): Promise<{ id: number; url?: string }[]> };
  scripting: {
    executeScript(what: object): Promise<{ result: unknown }[]>;
  };
  dom: { openOrClosedShadowRoot(element: Element): ShadowRoot };
}

/** Asks for what is typed; nothing is called so. */
const TYPED = "\0typed";
/** Asks whether the keyboard is in one of its fields. */
const FOCUSED = "\0focused";

/** What the extension shows over a page. Its shadow roots are closed: only a script of the extension sees into them. */
export class Layers {
  constructor(
    private readonly browser: ExtensionBrowser,
    private readonly page: Page,
  ) {}

  /** All that is written in them. */
  async text(): Promise<string> {
    return String(await this.look(null));
  }

  /** What is typed in the field of the layer. */
  async typed(): Promise<string> {
    return String(await this.look(TYPED));
  }

  /** Types into the field of the layer, once the keyboard is there: pressed earlier, a key is the page's. */
  async type(words: string): Promise<void> {
    await expect
      .poll(() => this.look(FOCUSED), { message: "the keyboard in a field over the page" })
      .toBe(true);
    await this.page.keyboard.type(words);
  }

  /** Where the button, item or field is that is called so; null: there is none. */
  async find(name: string): Promise<Box | null> {
    return (await this.look(name)) as Box | null;
  }

  async press(name: string): Promise<void> {
    const { x, y, width, height } = await this.waitFor(name);
    await this.page.mouse.click(x + width / 2, y + height / 2);
  }

  async waitFor(name: string): Promise<Box> {
    let box: Box | null = null;
    await expect
      .poll(
        async () => {
          const before = box;
          box = await this.find(name);
          // It stands still.
          return box !== null && JSON.stringify(before) === JSON.stringify(box);
        },
        { message: `“${name}” over the page` },
      )
      .toBe(true);
    return box as unknown as Box;
  }

  private async look(name: string | null): Promise<unknown> {
    const worker = this.browser.context.serviceWorkers()[0];
    return worker?.evaluate(
      async ({ url, name }) => {
        const { chrome } = globalThis as never as { chrome: Chrome };
        const tabs = await chrome.tabs.query({});
        const tab = tabs.find((one) => one.url === url);
        if (!tab) throw new Error(`no tab at ${url}`);
        const look = (wanted: string | null) => {
          const dom = (globalThis as never as { chrome: Chrome }).chrome.dom;
          const roots = [...document.querySelectorAll("ensemble-layer")].map((host) =>
            dom.openOrClosedShadowRoot(host),
          );
          if (wanted === "\0typed")
            return roots
              .flatMap((root) => [...root.querySelectorAll("textarea")])
              .map(({ value }) => value)
              .join("\n");
          if (wanted === "\0focused") return roots.some((root) => root.activeElement?.matches("textarea"));
          if (wanted === null)
            return roots
              .flatMap((root) => [...root.querySelectorAll<HTMLElement>(".ensemble > *")])
              .map((element) => element.textContent)
              .join("\n");
          const found = roots
            .flatMap((root) => [
              ...root.querySelectorAll<HTMLElement>("button, textarea, [role=menuitem], a, blockquote"),
            ])
            .find((element) => (element.ariaLabel ?? element.textContent).trim() === wanted);
          if (!found) return null;
          const { x, y, width, height } = found.getBoundingClientRect();
          return { x, y, width, height };
        };
        const [done] = await chrome.scripting.executeScript({
          target: { tabId: tab.id },
          func: look,
          args: [name],
        });
        return done?.result;
      },
      { url: this.page.url(), name },
    );
  }
}
