import type { BrowserContext, Page } from "@playwright/test";

/** Fails a journey if a page violates the content security policy, throws, or logs an error. */
export class PageWatch {
  private readonly found: string[] = [];
  private readonly provoked: RegExp[] = [];

  /** Allows a browser message, or an uncaught error, that a journey provokes on purpose. */
  provoke(message: RegExp): void {
    this.provoked.push(message);
  }

  watch(context: BrowserContext): void {
    context.on("page", (page) => this.watchPage(page));
    for (const page of context.pages()) this.watchPage(page);
  }

  private watchPage(page: Page): void {
    page.on("pageerror", (error) => {
      if (this.provoked.some((provoked) => provoked.test(error.message))) return;
      this.found.push(`uncaught: ${error.stack ?? error.message}`);
    });
    page.on("console", (message) => {
      if (message.type() !== "error") return;
      const text = message.text();
      // Refused and aborted requests are the subject of many journeys; Chromium logs each.
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
