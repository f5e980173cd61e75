import { beforeEach, expect, test, vi } from "vitest";

let kept: Record<string, unknown> = {};
vi.mock("wxt/browser", () => ({
  browser: {
    runtime: { sendMessage: async () => undefined },
    storage: {
      local: {
        get: async (key: string) => ({ [key]: kept[key] }),
        set: async (change: object) => {
          kept = { ...kept, ...change };
        },
      },
    },
  },
}));
const { useServer } = await import("./find-server");

const ADDRESSES = ["https://e.example/ensemble/home", "https://e.example/ensemble", "https://e.example"];

beforeEach(() => {
  kept = {};
});

/** Lets a server answer at `address`; elsewhere pages are served. */
const serve = (address: string | null) =>
  vi.stubGlobal("fetch", async (url: string) =>
    url === `${address}/api/accounts/session`
      ? Response.json({ me: null, setup: { version: "1.2.3" } })
      : new Response("<!doctype html>"),
  );

// issue 29 §3
test("finds a server under a path by the address of one of its pages", async () => {
  serve("https://e.example/ensemble");
  expect(await useServer(ADDRESSES)).toEqual({ ok: true, version: "1.2.3" });
  expect(kept.connection).toMatchObject({ server: "https://e.example/ensemble", token: null });
});

test("tells pages of others from silence", async () => {
  serve(null);
  expect(await useServer(ADDRESSES)).toEqual({ ok: false, reason: "not_ensemble" });
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("failed")));
  expect(await useServer(ADDRESSES)).toEqual({ ok: false, reason: "unreachable" });
  expect(kept).toEqual({});
});
