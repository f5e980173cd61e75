import type { BrowserContext, Page } from "@playwright/test";

/** What no page may do in any journey: break the content security policy, throw, or log an error of its own. */
export class PageWatch {
  private readonly found: string[] = [];
  private readonly provoked: RegExp[] = [];

  /** What a journey makes a browser say on purpose. */
  provoke(message: RegExp): void {
    this.provoked.push(message);
  }

  watch(context: BrowserContext): void {
    context.on("page", (page) => this.watchPage(page));
    for (const page of context.pages()) this.watchPage(page);
  }

  private watchPage(page: Page): void {
    page.on("pageerror", (error) => this.found.push(`uncaught: ${error.stack ?? error.message}`));
    page.on("console", (message) => {
      if (message.type() !== "error") return;
      const text = message.text();
      // A refused or interrupted request is what many journeys are about; Chromium logs each.
      if (text.startsWith("Failed to load resource") || text.includes("net::ERR_")) return;
      if (this.provoked.some((provoked) => provoked.test(text))) return;
      const { url, lineNumber, columnNumber } = message.location();
      this.found.push(`console: ${text} (${url}:${lineNumber}:${columnNumber}, on ${page.url()})`);
    });
  }

  get problems(): readonly string[] {
    return this.found;
  }
}
