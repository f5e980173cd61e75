import { beforeEach, describe, expect, test, vi } from "vitest";
import type { FetchAsk } from "../messages";

let kept: Record<string, unknown> = {};
/** Storage that is forgotten when the browser ends. */
let held: Record<string, unknown> = {};
/** Address of the tab that was opened, and the log at that time. */
let went: { url: string; noted: unknown } | null = null;
vi.mock("wxt/browser", () => ({
  browser: {
    tabs: {
      remove: async () => undefined,
      create: async ({ url }: { url: string }) => {
        went = { url, noted: structuredClone(kept.sent) };
        return { id: 7 };
      },
    },
    runtime: { id: "ours", sendMessage: async () => undefined },
    storage: {
      session: {
        get: async (key: string) => ({ [key]: structuredClone(held[key]) }),
        set: async (change: object) => {
          held = { ...held, ...structuredClone(change) };
        },
        remove: async (key: string) => {
          const { [key]: _, ...rest } = held;
          held = rest;
        },
      },
      local: {
        get: async (keys: string | string[]) =>
          Object.fromEntries([keys].flat().map((key) => [key, structuredClone(kept[key])])),
        set: async (change: object) => {
          kept = { ...kept, ...structuredClone(change) };
        },
      },
    },
  },
}));
const { askServer, isOurPage } = await import("./network");
const { signOut } = await import("./sign-out");
const { beginSignIn, followTab } = await import("./sign-in");
const { writeConnection } = await import("./connection");
const { forgetLog, readLog } = await import("./sent-log");
const { allowSite, forgetSite, readSites, requireReceipt } = await import("./pages/receipts");

const SERVER = "https://ensemble.example";
const calls: { url: string; init: RequestInit }[] = [];
let status = 200;
/** The server's response; it may be delayed. */
let answered: () => Promise<Response>;
/** The log at the time a request went out. */
let noted: unknown = null;
vi.stubGlobal("fetch", async (url: URL, init: RequestInit) => {
  noted = structuredClone(kept.sent);
  calls.push({ url: String(url), init });
  return answered();
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
  held = {};
  calls.length = 0;
  status = 200;
  answered = async () => new Response("{}", { status });
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

  test("asks a server under a path of its host below that path only", async () => {
    const server = `${SERVER}/ensemble`;
    kept = { connection: { server, token: "secret", refusal: null } };
    await askServer(ask({ path: "/api/models?all=1" }));
    expect(calls[0]?.url).toBe(`${server}/api/models?all=1`);
    for (const path of ["/../api/models", "@evil.example/api/models", "/api/../../api/models"])
      await expect(askServer(ask({ path })), path).rejects.toThrow("Untrusted event");
    expect(calls).toHaveLength(1);
  });

  test("forgets a session that the server has ended", async () => {
    status = 401;
    await askServer(ask({}));
    expect(kept.connection).toEqual({ server: SERVER, token: null, refusal: "ended" });
  });

  test("keeps the session of now when an old one is refused late", async () => {
    let refuse: (response: Response) => void = () => undefined;
    answered = () =>
      new Promise((resolve) => {
        refuse = resolve;
      });
    const asked = askServer(ask({}));
    await vi.waitFor(() => expect(calls).toHaveLength(1));
    await writeConnection({ token: "another", refusal: null });
    refuse(new Response("{}", { status: 401 }));
    await asked;
    expect(kept.connection).toEqual({ server: SERVER, token: "another", refusal: null });
  });

  test("loses neither of two changes of who is signed in", async () => {
    await Promise.all([writeConnection({ token: "new" }), writeConnection({ refusal: "failed" })]);
    expect(kept.connection).toEqual({ server: SERVER, token: "new", refusal: "failed" });
  });

  test("is signed out at once, though the server does not answer, and the server is told of that session", async () => {
    answered = () => new Promise(() => undefined);
    await signOut();
    expect(kept.connection).toEqual({ server: SERVER, token: null, refusal: null });
    await vi.waitFor(() => expect(calls).toHaveLength(1));
    expect(calls[0]?.url).toBe(`${SERVER}/api/accounts/sign-out`);
    expect(new Headers(calls[0]?.init.headers).get("authorization")).toBe("Bearer secret");
  });

  test("redeems a code once, though the browser tells twice of its address", async () => {
    kept = { connection: { server: SERVER, token: null, refusal: null } };
    held["sign-in"] = { tabId: 7, state: "same", verifier: "v" };
    let times = 0;
    answered = async () => {
      times += 1;
      return times === 1 ? Response.json({ token: "fresh" }) : new Response("{}", { status: 400 });
    };
    const landing = `${SERVER}/auth-landing?code=abc&state=same`;
    await Promise.all([followTab(7, landing), followTab(7, landing)]);
    expect(times).toBe(1);
    expect(kept.connection).toEqual({ server: SERVER, token: "fresh", refusal: null });
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
    const page = { host: "a.example", title: "Arden", words: 2 };
    await askServer(ask({ method: "POST", path: "/api/documents/files/1", body, page }));
    expect(noted).toMatchObject([{ path: "/api/documents/files/1", bytes, page }]);
    await askServer(ask({ path: "/api/chat/search?q=lamps" }));
    expect(noted, "before it leaves").toMatchObject([{ bytes: 7 }, {}]);
    await askServer(ask({}));
    const { entries: log } = await readLog();
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
    expect((await readLog()).entries).toMatchObject([
      { path: "/api/chat/search", bytes: 3 + 4 + 5, requests: 3 },
    ]);
    await Promise.all(
      [1, 2, 3].map((one) =>
        askServer(ask({ method: "POST", path: `/api/runs/${one}/cancel`, body: btoa("{}") })),
      ),
    );
    expect((await readLog()).entries).toHaveLength(4);
    await forgetLog();
    expect(await readLog()).toEqual({ entries: [], before: [] });
  });

  test("says of each of two texts that leave together which page it is of", async () => {
    const send = (host: string) => {
      const page = { host, title: host, words: 1 };
      return askServer(ask({ method: "POST", path: "/api/translation/texts", body: btoa("{}"), page }));
    };
    await Promise.all([send("a.example"), send("b.example"), send("a.example")]);
    const { entries } = await readLog();
    expect(entries.map(({ page }) => page?.host)).toEqual(["a.example", "b.example", "a.example"]);
    expect(new Set(entries.map(({ path }) => path))).toEqual(new Set(["/api/translation/texts"]));
  });

  test("keeps the last five hundred, the sums of each site before them, and no content", async () => {
    const hosts = ["a.example", "b.example", "a.example", null];
    for (let one = 0; one < 504; one += 1) {
      const host = hosts[one] ?? null;
      const page = host === null ? null : { host, title: "a secret", words: 2 };
      const body = btoa("a secret".repeat(one + 1));
      await askServer(ask({ method: "POST", path: `/api/x/${one}`, body, page }));
    }
    const { entries, before } = await readLog();
    expect(entries).toHaveLength(500);
    expect(entries[0]?.path).toBe("/api/x/503");
    expect(before).toEqual([
      { host: "b.example", requests: 1, bytes: 16 },
      { host: "a.example", requests: 2, bytes: 8 + 24 },
      { host: null, requests: 1, bytes: 32 },
    ]);
    expect(JSON.stringify([entries, before])).not.toContain("secret");
    // No request disappears without a trace.
    const sum = [...entries, ...before].reduce((bytes, line) => bytes + line.bytes, 0);
    expect(sum).toBe(calls.reduce((bytes, { init }) => bytes + (init.body as Uint8Array).byteLength, 0));
  });

  test("has what the page of signing in is told, before the browser goes there", async () => {
    await beginSignIn("Chrome on Linux");
    const { pathname, search } = new URL(went?.url ?? "");
    expect(search).toContain("device_name=Chrome+on+Linux");
    expect(search).toContain("code_challenge=");
    expect(went?.noted).toMatchObject([{ path: pathname, bytes: search.length - 1 }]);
    expect(pathname).toBe("/authorize");
  });
});

// Issue: "before the first send on a site, exactly what will leave"
test("nothing of a site is sent before its person saw what leaves, and not after they took it back", async () => {
  const site = { host: "a.example" };
  await expect(requireReceipt(site)).rejects.toMatchObject({ code: "receipt_needed" });
  await allowSite({ host: "a.example", isPrivate: false });
  await requireReceipt(site);
  await expect(requireReceipt({ host: "b.a.example" })).rejects.toMatchObject({ code: "receipt_needed" });
  await Promise.all(["c.example", "a.example"].map((host) => allowSite({ host, isPrivate: false })));
  expect(await readSites()).toEqual(["a.example", "c.example"]);
  await forgetSite("a.example");
  await expect(requireReceipt(site)).rejects.toMatchObject({ code: "receipt_needed" });
  kept.receipts = { everything: true };
  expect(await readSites()).toEqual([]);
});

test("a site in a private window is approved until the browser ends, and is neither stored nor logged", async () => {
  const site = { host: "private.example", isPrivate: true };
  await allowSite(site);
  await requireReceipt(site);
  const page = { ...site, title: "Private", words: 3 };
  await askServer({ method: "POST", path: "/api/memos", headers: {}, body: btoa("words"), page });
  expect((await readLog()).entries).toMatchObject([{ path: "/api/memos", bytes: 5, page: null }]);
  expect(JSON.stringify(kept)).not.toMatch(/private/i);
  await forgetSite("private.example");
  await expect(requireReceipt(site)).rejects.toMatchObject({ code: "receipt_needed" });
});
