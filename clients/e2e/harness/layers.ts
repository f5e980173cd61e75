import { type BrowserContext, expect, type Page } from "@playwright/test";

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Part of the browser's extension API used in the worker and its scripts. */
interface Chrome {
  tabs: { query(what: object): Promise<{ id: number; url?: string }[]> };
  scripting: {
    executeScript(what: object): Promise<{ result: unknown }[]>;
  };
  dom: { openOrClosedShadowRoot(element: Element): ShadowRoot | null };
}

const LAYER = "ensemble-layer";
/** Query for the typed text; no element has this name. */
const TYPED = "\0typed";
/** Query for whether one of its fields has the focus. */
const FOCUSED = "\0focused";

/**
 * Layers of the extension over a page. Their shadow roots are closed: only a script of the extension can read
 * them.
 */
export class Layers {
  constructor(
    private readonly browser: { readonly context: BrowserContext },
    private readonly page: Page,
  ) {}

  /** Returns all text in the layers. */
  async text(): Promise<string> {
    return String(await this.look(null));
  }

  /** Returns the text typed into the layer's field. */
  async typed(): Promise<string> {
    return String(await this.look(TYPED));
  }

  /** Types into the layer's field once it has the focus; earlier keys would go to the page. */
  async type(words: string): Promise<void> {
    await expect
      .poll(() => this.look(FOCUSED), { message: "the keyboard in a field over the page" })
      .toBe(true);
    await this.page.keyboard.type(words);
  }

  /** Returns the box of the button, item or field with this name; null: there is none. */
  async find(name: string, host = LAYER): Promise<Box | null> {
    return (await this.look(name, host)) as Box | null;
  }

  /** Clicks an element. `host`: its element, if it is not a layer. */
  async press(name: string, host = LAYER): Promise<void> {
    const { x, y, width, height } = await this.waitFor(name, host);
    await this.page.mouse.click(x + width / 2, y + height / 2);
  }

  async waitFor(name: string, host = LAYER): Promise<Box> {
    let box: Box | null = null;
    await expect
      .poll(
        async () => {
          const before = box;
          box = await this.find(name, host);
          // It no longer moves.
          return box !== null && JSON.stringify(before) === JSON.stringify(box);
        },
        { message: `“${name}” over the page`, intervals: [50, 100, 100, 250] },
      )
      .toBe(true);
    return box as unknown as Box;
  }

  private async look(name: string | null, host = LAYER): Promise<unknown> {
    const worker = this.browser.context.serviceWorkers()[0];
    return worker?.evaluate(
      async ({ url, name, host }) => {
        const { chrome } = globalThis as never as { chrome: Chrome };
        const tabs = await chrome.tabs.query({});
        const tab = tabs.find((one) => one.url === url);
        if (!tab) throw new Error(`no tab at ${url}`);
        const look = (wanted: string | null, hosts: string) => {
          const dom = (globalThis as never as { chrome: Chrome }).chrome.dom;
          // In a dialog of a page's shadow root, layers are in there as well.
          const within = (root: ParentNode): Element[] => [
            ...root.querySelectorAll(hosts),
            ...[...root.querySelectorAll("*")].flatMap(({ shadowRoot }) =>
              shadowRoot ? within(shadowRoot) : [],
            ),
          ];
          const roots = within(document)
            .map((one) => dom.openOrClosedShadowRoot(one))
            .filter((root) => root !== null);
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
          args: [name, host],
        });
        return done?.result;
      },
      { url: this.page.url(), name, host },
    );
  }
}
