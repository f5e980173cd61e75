import { beforeEach, expect, test, vi } from "vitest";
import type { FetchAnswer, FetchAsk, SentPage } from "../messages";

const asked: FetchAsk[] = [];
vi.mock("wxt/browser", () => ({
  browser: {
    runtime: {
      connect: () => {
        let hear: (answer: FetchAnswer) => void = () => undefined;
        return {
          onMessage: { addListener: (listener: typeof hear) => (hear = listener) },
          onDisconnect: { addListener: () => undefined },
          disconnect: () => undefined,
          postMessage: (ask: FetchAsk) => {
            asked.push(ask);
            hear({ kind: "head", status: 204, headers: {} });
            hear({ kind: "end" });
          },
        };
      },
    },
  },
}));
const { carryOnce, carryPage, sendThroughBackground } = await import("./background-fetch");
sendThroughBackground();

const pageOf = (host: string): SentPage => ({ host, title: host, words: 1 });
const post = (path: string) => fetch(path, { method: "POST", body: "{}" });
const hosts = () => asked.map(({ path, page }) => [path, page?.host ?? null]);

beforeEach(() => {
  asked.length = 0;
});

test("each piece of a file says of which page it is, and of two that leave together each its own", async () => {
  carryPage("/api/documents/files/1", pageOf("a.example"));
  carryPage("/api/documents/files/2", pageOf("b.example"));
  await Promise.all(["1", "2", "1", "3"].map((id) => post(`/api/documents/files/${id}`)));
  expect(hosts().sort()).toEqual([
    ["/api/documents/files/1", "a.example"],
    ["/api/documents/files/1", "a.example"],
    ["/api/documents/files/2", "b.example"],
    ["/api/documents/files/3", null],
  ]);
});

test("two texts that go to one place at once are each of their own page, and what comes after of none", async () => {
  await Promise.all([
    carryOnce("/api/memos", pageOf("a.example"), () => post("/api/memos")),
    carryOnce("/api/memos", pageOf("b.example"), () => post("/api/memos")),
    post("/api/memos"),
  ]);
  expect(hosts()).toEqual([
    ["/api/memos", "a.example"],
    ["/api/memos", "b.example"],
    ["/api/memos", null],
  ]);
});
