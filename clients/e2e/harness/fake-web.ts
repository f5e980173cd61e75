import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

const PAGES: Record<string, string> = {
  lamp: "<title>The lamp</title><main><p>Boats sail at night.</p><p>The lamp burns oil. It is lit at dusk.</p></main>",
  talk: "<title>A talk on lamps</title><video><track kind='captions' srclang='en' src='talk.vtt'></video>",
  "talk.vtt":
    "WEBVTT\n\n00:00:02.000 --> 00:00:05.000\nWelcome to the coast.\n\n00:01:23.000 --> 00:01:26.000\nThe lamp burns oil.\n",
  coast: "<title>The coast</title><main><p>Towers stand along the coast.</p></main>",
};

/** Fake SearXNG on loopback with its pages. Nothing is requested from the real web. */
export class FakeWeb {
  /** Results of the fake SearXNG, instead of the three pages here; pages here are given by name. */
  found: { url: string; title: string; content: string }[] | null = null;
  /** Queries and fetched pages in their order. */
  readonly asked: string[] = [];
  readonly fetched: string[] = [];

  private constructor(
    private readonly added: Map<string, { type: string; content: Uint8Array }>,
    private readonly server: Server,
    /** Host for the operator's allow list. */
    readonly host: string,
  ) {}

  static async start(): Promise<FakeWeb> {
    const added = new Map<string, { type: string; content: Uint8Array }>();
    const server = createServer((request, response) => {
      if (request.url?.startsWith("/pages/")) web.fetched.push(request.url.slice("/pages/".length));
      const url = new URL(request.url ?? "/", "http://fake");
      const name = url.pathname.slice("/pages/".length);
      const page = PAGES[name];
      const other = added.get(name + url.search);
      if (url.pathname === "/search") {
        const { port } = server.address() as AddressInfo;
        const found = (name: string, title: string, content: string) => ({
          url: `http://127.0.0.1:${port}/pages/${name}`,
          title,
          content,
          publishedDate: "2026-05-01T00:00:00",
        });
        const query = url.searchParams.get("q") ?? "";
        web.asked.push(query);
        const nothing = query.includes("nothing");
        const results = [
          found("lamp", "The lamp of the lighthouse", "How the lamp is lit"),
          found("coast", "Towers on the coast", "Where towers stand"),
          found("gone", "A page that is gone", "It was there once"),
        ];
        response.setHeader("content-type", "application/json");
        response.end(JSON.stringify({ results: nothing ? [] : (web.found ?? results) }));
      } else if (other) {
        response.setHeader("content-type", other.type);
        response.end(other.content);
      } else if (page) {
        response.setHeader("content-type", "text/html; charset=utf-8");
        response.end(page);
      } else {
        response.statusCode = 404;
        response.end();
      }
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const web = new FakeWeb(added, server, `127.0.0.1:${(server.address() as AddressInfo).port}`);
    return web;
  }

  /** Serves `content` at `/pages/name`; a query in the name is required in requests. */
  add(name: string, type: string, content: Uint8Array | string): void {
    this.added.set(name, {
      type,
      content: typeof content === "string" ? new TextEncoder().encode(content) : content,
    });
  }

  get url(): string {
    return `http://${this.host}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
