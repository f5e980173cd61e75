import { describe, expect, test, vi } from "vitest";

vi.stubGlobal("__ENSEMBLE_BUILD__", { version: "v1", needed: ["/assets/first.js"] });
const { isPage, withNewNonce } = await import("./shell");

const shell = () =>
  new Response('<meta name="csp-nonce" content="old+1=="><script nonce="old+1=="></script>', {
    headers: { "content-security-policy": "script-src 'nonce-old+1==' 'strict-dynamic'" },
  });

describe("withNewNonce", () => {
  // security HD3: "unique"
  test("shows the page under a nonce of its own each time", async () => {
    const [one, two] = await Promise.all([withNewNonce(shell()), withNewNonce(shell())]);
    const nonce = (html: string) => /content="([^"]+)"/.exec(html)?.[1] ?? "";
    const html = await one.text();
    expect(nonce(html)).not.toBe("old+1==");
    expect(nonce(html)).not.toBe(nonce(await two.text()));
    expect(html).toContain(`<script nonce="${nonce(html)}">`);
    expect(one.headers.get("content-security-policy")).toBe(
      `script-src 'nonce-${nonce(html)}' 'strict-dynamic'`,
    );
  });

  test("shows no page without its policy", async () => {
    expect((await withNewNonce(new Response("<html></html>"))).type).toBe("error");
  });
});

describe("isPage", () => {
  const asked = (path: string, change: object = {}) =>
    isPage(
      { mode: "navigate", destination: "document", ...change } as Request,
      new URL(path, "https://a.example"),
    );

  test("takes the program's screens for the program", () => {
    for (const path of ["/", "/home/chat", "/ar/home/chat/x/1", "/settings/general", "/shared-things"])
      expect(asked(path), path).toBe(true);
  });

  test("leaves what is the server's to the server", () => {
    for (const path of [
      "/api/x",
      "/v1/models",
      "/mcp",
      "/s/abc",
      "/share/chat",
      "/diagrams.html",
      "/metrics",
    ])
      expect(asked(path), path).toBe(false);
    expect(asked("/home", { mode: "cors" })).toBe(false);
    expect(asked("/home", { destination: "iframe" })).toBe(false);
  });
});
