import { beforeEach, expect, test, vi } from "vitest";
import bundled from "../../../../contract/search-engines.json";

let kept: Record<string, unknown> = {};
vi.mock("wxt/browser", () => ({
  browser: {
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
/** Current list of the server. */
let list: unknown;
let asked = 0;
vi.mock("../background/ask-json", () => ({
  askJson: async () => {
    asked += 1;
    return structuredClone(list);
  },
}));
const { SEARCH_HANDLERS } = await import("./background");

const HOUR_MS = 3_600_000;
const sender = (host: string) => ({
  tabId: 1,
  frameId: 0,
  host,
  origin: `https://${host}`,
  isPrivate: false,
});
const look = (host: string, path: string, query: string) =>
  SEARCH_HANDLERS["page→background: search page"].answer({ path, query }, sender(host));
const bing = () => look("www.bing.com", "/search", "?q=lamp");

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
  kept = { connection: { server: "https://ensemble.example", token: "secret", refusal: null } };
  list = structuredClone(bundled);
  asked = 0;
});

test("a list that changed on the server takes effect within a day, without another version of the extension", async () => {
  expect((await bing())?.engine.results.item).toBe("#b_results > .b_algo");
  expect(await look("find.example", "/find", "?words=lamp")).toBeNull();
  expect(asked).toBe(1);

  // Bing's page has changed, and there is a new engine.
  const [first, second] = bundled.engines;
  const changed = { ...second, results: { ...second?.results, item: "#new > .result" } };
  const fresh = {
    ...first,
    id: "find",
    name: "Find",
    hosts: ["find.example"],
    paths: ["/find"],
    query: ["words"],
  };
  list = { version: 2, engines: [changed, { ...fresh, other: [], web: [] }] };
  vi.setSystemTime(Date.now() + 23 * HOUR_MS);
  expect((await bing())?.engine.results.item).toBe("#b_results > .b_algo");
  expect(asked).toBe(1);
  vi.setSystemTime(Date.now() + 2 * HOUR_MS);
  await vi.waitFor(async () => expect((await bing())?.engine.results.item).toBe("#new > .result"));
  expect(asked).toBe(2);
  expect(await look("find.example", "/find", "?words=lamp")).toMatchObject({
    engine: { name: "Find" },
    query: "lamp",
  });
  expect(await look("www.google.com", "/search", "?q=lamp")).toBeNull();
});

test("a list that is none changes nothing", async () => {
  await bing();
  list = { version: 3, engines: [{ ...bundled.engines[0], hosts: ["*"] }] };
  vi.setSystemTime(Date.now() + 25 * HOUR_MS);
  await vi.waitFor(async () => {
    await bing();
    expect(asked).toBe(2);
  });
  expect((await bing())?.engine.results.item).toBe("#b_results > .b_algo");
  expect((await look("www.google.com", "/search", "?q=lamp"))?.engine.id).toBe("google");
});
