import { testDefinition, testPowerup } from "@ensemble/feature-powerups/testing";
import { beforeEach, expect, test, vi } from "vitest";

interface Item {
  id: string;
  parentId?: string;
  title: string;
}

let kept: Record<string, unknown> = {};
let items: Item[] = [];
const opened = vi.hoisted(() => [] as unknown[]);
const asked = vi.hoisted(() => vi.fn());
vi.mock("wxt/browser", () => ({
  browser: {
    contextMenus: {
      create: (item: Item) => void items.push(item),
      remove: async (id: string) => {
        items = items.filter((item) => item.id !== id && item.parentId !== id);
      },
    },
    storage: {
      session: {
        get: async (key: string) => ({ [key]: structuredClone(kept[key]) }),
        set: async (change: object) => {
          kept = { ...kept, ...structuredClone(change) };
        },
        remove: async (key: string) => {
          delete kept[key];
        },
      },
    },
  },
}));
vi.mock("../background/ask-json", () => ({ askJson: asked }));
vi.mock("../background/connection", () => ({ readConnection: async () => ({ token: "t" }) }));
vi.mock("../background/pages/look", () => ({ readLook: async () => ({ locale: "en" }) }));
vi.mock("../background/pages/texts", () => ({
  pageTexts: async () => ({ "page.powerups": "PowerUPs", "page.powerups_all": "All PowerUPs" }),
}));
vi.mock("../background/open-panel", () => ({
  openPanel: async (...given: unknown[]) => {
    opened.push(given);
    return true;
  },
}));
const { adaptPowerupMenu, openClickedPowerup } = await import("./menu");
const { forgetPowerups } = await import("./kept-powerups");

const onTides = testPowerup({
  id: "p1",
  definition: testDefinition({
    name: "Tides & %s",
    icon: "🌊",
    sites: { scope: "wildcard", patterns: ["*.example.org/tides/*"] },
  }),
});
const everywhere = testPowerup({ id: "p2", definition: testDefinition({ name: "Explain" }) });

beforeEach(async () => {
  await forgetPowerups();
  kept = {};
  items = [];
  opened.length = 0;
  asked.mockReset();
  asked.mockImplementation(async (_method: string, path: string) => ({
    items: path.endsWith("mine") ? [onTides] : [everywhere, onTides],
  }));
});

const titles = () => items.map(({ title }) => title);

test("the menu has the PowerUPs that run on the page, once each, and all of them in the panel", async () => {
  await adaptPowerupMenu("https://example.org/tides/today");
  expect(titles()).toEqual(["PowerUPs", "🌊 Tides && %\u200bs", "Explain", "All PowerUPs"]);
  await adaptPowerupMenu("https://example.com/");
  expect(titles()).toEqual(["PowerUPs", "Explain", "All PowerUPs"]);
  // Of a page that the browser does not show, nothing is known.
  await adaptPowerupMenu(undefined);
  expect(titles()).toEqual(["PowerUPs"]);
  expect(asked).toHaveBeenCalledTimes(2);
});

test("the list is asked for again after a change, and a server that is away leaves the item", async () => {
  await adaptPowerupMenu("https://example.com/");
  await forgetPowerups();
  asked.mockImplementation(async () => ({ items: [] }));
  await adaptPowerupMenu("https://example.com/");
  expect(titles()).toEqual(["PowerUPs"]);
  await forgetPowerups();
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  asked.mockRejectedValue(new Error("unreachable"));
  await adaptPowerupMenu("https://example.com/");
  expect(titles()).toEqual(["PowerUPs"]);
  // Not with each tab.
  const calls = asked.mock.calls.length;
  await adaptPowerupMenu("https://example.org/");
  expect(asked).toHaveBeenCalledTimes(calls);
});

test("a list that was asked for before its person signed out is neither shown nor kept", async () => {
  const answers: ((list: { items: unknown[] }) => void)[] = [];
  asked.mockImplementation(() => new Promise((answer) => answers.push(answer)));
  const adapted = adaptPowerupMenu("https://example.com/");
  await vi.waitFor(() => expect(answers).toHaveLength(2));
  await forgetPowerups();
  for (const answer of answers) answer({ items: [everywhere] });
  await adapted;
  expect(titles()).toEqual(["PowerUPs"]);
  expect(Object.keys(kept)).not.toContain("powerups");
});

test("a click opens the panel at the PowerUP, or at the list", () => {
  expect(openClickedPowerup("powerup-p1", 7)).toBe(true);
  expect(openClickedPowerup("powerup-all", 7)).toBe(true);
  expect(openClickedPowerup("powerups", 7)).toBe(true);
  expect(openClickedPowerup("ask-page", 7)).toBe(false);
  expect(opened).toEqual([
    [7, { kind: "powerup", id: "p1" }],
    [7, { kind: "powerup", id: null }],
    [7, { kind: "powerup", id: null }],
  ]);
});
