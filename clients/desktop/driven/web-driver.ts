/**
 * Drives one window of the app by the W3C WebDriver protocol, through WebKit's own driver, which starts the
 * app.
 */

const ELEMENT = "element-6066-11e4-a52e-4f735466cecf";

export class WebDriver {
  private constructor(
    private readonly driver: string,
    private readonly session: string,
  ) {}

  /** Starts `binary` through the driver at `driver`. */
  static async open(driver: string, binary: string, args: string[]): Promise<WebDriver> {
    const options = { binary, args };
    const made = await ask<{ sessionId: string }>(`${driver}/session`, "POST", {
      capabilities: { alwaysMatch: { "webkitgtk:browserOptions": options } },
    });
    return new WebDriver(driver, made.sessionId);
  }

  /** Ends the session; the driver then quits the app. */
  end(): Promise<unknown> {
    return this.at("", "DELETE");
  }

  handles(): Promise<string[]> {
    return this.at("/window/handles", "GET");
  }

  switchTo(handle: string): Promise<unknown> {
    return this.at("/window", "POST", { handle });
  }

  address(): Promise<string> {
    return this.at("/url", "GET");
  }

  /** Runs a function in the page and returns its result. */
  run<Answer>(script: string, ...args: unknown[]): Promise<Answer> {
    return this.at("/execute/sync", "POST", { script, args });
  }

  async find(css: string): Promise<string> {
    const found = await this.at<Record<string, string>>("/element", "POST", {
      using: "css selector",
      value: css,
    });
    return found[ELEMENT] ?? "";
  }

  async findByText(tag: string, text: string): Promise<string> {
    const found = await this.at<Record<string, string>>("/element", "POST", {
      using: "xpath",
      value: `//${tag}[contains(normalize-space(.), "${text}")]`,
    });
    return found[ELEMENT] ?? "";
  }

  click(element: string): Promise<unknown> {
    return this.at(`/element/${element}/click`, "POST", {});
  }

  type(element: string, text: string): Promise<unknown> {
    return this.at(`/element/${element}/value`, "POST", { text });
  }

  text(): Promise<string> {
    return this.run("return document.body.innerText");
  }

  async picture(): Promise<Buffer> {
    return Buffer.from(await this.at<string>("/screenshot", "GET"), "base64");
  }

  private at<Answer>(path: string, method: string, body?: unknown): Promise<Answer> {
    return ask(`${this.driver}/session/${this.session}${path}`, method, body);
  }
}

async function ask<Answer>(address: string, method: string, body?: unknown): Promise<Answer> {
  const response = await fetch(address, {
    method,
    headers: { "content-type": "application/json" },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const { value } = (await response.json()) as { value: Answer & { error?: string; message?: string } };
  if (!response.ok)
    throw new Error(`${method} ${new URL(address).pathname}: ${value?.error} ${value?.message}`);
  return value;
}

/** Retries until it succeeds, or fails with the last error. */
export async function eventually<Answer>(
  what: string,
  attempt: () => Promise<Answer | false | null | undefined>,
  withinMs = 30_000,
): Promise<Answer> {
  const deadline = Date.now() + withinMs;
  let last: unknown = "it was not so";
  while (Date.now() < deadline) {
    try {
      const answer = await attempt();
      if (answer) return answer;
    } catch (error) {
      last = error;
    }
    await new Promise((done) => setTimeout(done, 100));
  }
  throw new Error(`${what}: ${last instanceof Error ? last.message : String(last)}`);
}
