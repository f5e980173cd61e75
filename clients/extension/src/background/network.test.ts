import { beforeEach, describe, expect, test, vi } from "vitest";
import type { FetchAsk } from "../messages";

let kept: Record<string, unknown> = {};
vi.mock("wxt/browser", () => ({
  browser: {
    runtime: { id: "ours", sendMessage: async () => undefined },
    storage: {
      local: {
        get: async (key: string) => ({ [key]: structuredClone(kept[key]) }),
        set: async (change: object) => {
          kept = { ...kept, ...structuredClone(change) };
        },
      },
    },
  },
}));
const { askServer, isOurPage } = await import("./network");
const { forgetLog, notePage, readLog } = await import("./sent-log");
const { allowSite, forgetSite, readSites, requireReceipt } = await import("./pages/receipts");

const SERVER = "https://ensemble.example";
const calls: { url: string; init: RequestInit }[] = [];
let status = 200;
/** What was in the log when a request went out. */
let noted: unknown = null;
vi.stubGlobal("fetch", async (url: URL, init: RequestInit) => {
  noted = structuredClone(kept.sent);
  calls.push({ url: String(url), init });
  return new Response("{}", { status });
});
const ask = (change: Partial<FetchAsk>): FetchAsk => ({
  method: "GET",
  path: "/api/models",
  headers: {},
  body: null,
  ...change,
});

beforeEach(() => {
  kept = { connection: { server: SERVER, token: "secret", refusal: null } };
  calls.length = 0;
  status = 200;
});

describe("the one part with a network", () => {
  // Issue: "the extension never uses the site's cookie; only the background talks to the network, to one pinned server"
  test("asks the pinned server with a session of its own, and never with a cookie", async () => {
    await askServer(
      ask({ path: "/api/models?all=1", headers: { cookie: "a=b", authorization: "mine", accept: "*/*" } }),
    );
    const [{ url, init } = { url: "", init: {} }] = calls;
    expect(url).toBe(`${SERVER}/api/models?all=1`);
    expect(init).toMatchObject({ credentials: "omit", redirect: "error", referrerPolicy: "no-referrer" });
    const headers = Object.fromEntries(new Headers(init.headers));
    expect(headers).toEqual({
      accept: "*/*",
      authorization: "Bearer secret",
      "x-ensemble-client": "extension",
    });
  });

  test("asks nobody else, and nothing but the server's interface", async () => {
    for (const path of [
      "https://evil.example/api/models",
      "//evil.example/api/models",
      "/login",
      "/api/../login",
      "/v1/models",
    ])
      await expect(askServer(ask({ path })), path).rejects.toThrow("Untrusted event");
    kept = {};
    await expect(askServer(ask({}))).rejects.toThrow("no server is chosen");
    expect(calls).toEqual([]);
  });

  test("forgets a session that the server has ended", async () => {
    status = 401;
    await askServer(ask({}));
    expect(kept.connection).toEqual({ server: SERVER, token: null, refusal: "ended" });
  });

  test("knows its own pages from scripts in others", () => {
    const home = `${location.origin}/sidepanel.html`;
    expect(isOurPage({ id: "ours", url: home } as never)).toBe(true);
    expect(isOurPage({ id: "ours", url: "https://a.example/" } as never)).toBe(false);
    expect(isOurPage({ id: "another", url: home } as never)).toBe(false);
    expect(isOurPage(undefined)).toBe(false);
  });
});

// Issue: "a local log of every byte sent"
describe("the log of what was sent", () => {
  test("has every byte, before it leaves, and says of which page it was", async () => {
    const text = "«Æ»";
    const bytes = new TextEncoder().encode(text).byteLength;
    const body = btoa(String.fromCharCode(...new TextEncoder().encode(text)));
    await askServer(ask({ method: "POST", path: "/api/documents/files/1", body }));
    expect(noted).toMatchObject([{ path: "/api/documents/files/1", bytes }]);
    await notePage({ host: "a.example", title: "Arden", words: 2 }, "/api/documents/files/");
    await askServer(ask({ path: "/api/chat/search?q=lamps" }));
    expect(noted, "before it leaves").toMatchObject([{ bytes: 7 }, {}]);
    await askServer(ask({}));
    const log = await readLog();
    expect(log.map(({ path, bytes: size, page }) => [path, size, page?.title])).toEqual([
      ["/api/chat/search", 7, undefined],
      ["/api/documents/files/1", bytes, "Arden"],
    ]);
    const all = calls.reduce((sum, { url, init }) => {
      const sent = init.body instanceof Uint8Array ? init.body.byteLength : 0;
      return sum + sent + new URL(url).search.slice(1).length;
    }, 0);
    expect(log.reduce((sum, entry) => sum + entry.bytes, 0)).toBe(all);
  });

  test("is one line for what is asked while somebody types, and loses nothing to two at once", async () => {
    await Promise.all(
      ["l", "la", "lam"].map((words) => askServer(ask({ path: `/api/chat/search?q=${words}` }))),
    );
    expect(await readLog()).toMatchObject([{ path: "/api/chat/search", bytes: 3 + 4 + 5 }]);
    await Promise.all(
      [1, 2, 3].map((one) =>
        askServer(ask({ method: "POST", path: `/api/runs/${one}/cancel`, body: btoa("{}") })),
      ),
    );
    expect(await readLog()).toHaveLength(4);
    await forgetLog();
    expect(await readLog()).toEqual([]);
  });

  test("keeps the last five hundred, and no content", async () => {
    for (let one = 0; one < 502; one += 1)
      await askServer(ask({ method: "POST", path: `/api/x/${one}`, body: btoa("a secret") }));
    const log = await readLog();
    expect(log).toHaveLength(500);
    expect(log[0]?.path).toBe("/api/x/501");
    expect(JSON.stringify(log)).not.toContain("secret");
  });
});

// Issue: "before the first send on a site, exactly what will leave"
test("nothing of a site is sent before its person saw what leaves, and not after they took it back", async () => {
  const site = { host: "a.example" };
  await expect(requireReceipt(site)).rejects.toMatchObject({ code: "receipt_needed" });
  await allowSite("a.example");
  await requireReceipt(site);
  await expect(requireReceipt({ host: "b.a.example" })).rejects.toMatchObject({ code: "receipt_needed" });
  await Promise.all([allowSite("c.example"), allowSite("a.example")]);
  expect(await readSites()).toEqual(["a.example", "c.example"]);
  await forgetSite("a.example");
  await expect(requireReceipt(site)).rejects.toMatchObject({ code: "receipt_needed" });
  kept.receipts = { everything: true };
  expect(await readSites()).toEqual([]);
});
