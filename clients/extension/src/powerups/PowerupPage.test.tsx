import { renderIn, serve } from "@ensemble/blocks/testing";
import { testDefinition, testPowerup, testPrice } from "@ensemble/feature-powerups/testing";
import { memoryHost } from "@ensemble/host/memory-host";
import { cleanup, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

const tab = vi.hoisted(() => ({ url: "https://a.example/" as string | undefined }));
const granted = vi.hoisted(() => vi.fn(async (_wanted: { origins: string[] }) => false));
const listened = vi.hoisted(() => ({ addListener: () => undefined, removeListener: () => undefined }));
vi.mock("wxt/browser", () => ({
  browser: {
    tabs: {
      getCurrent: async () => undefined,
      query: async () => [{ id: 1, url: tab.url, lastAccessed: 1 }],
      onActivated: listened,
      onUpdated: listened,
    },
    permissions: { onAdded: listened, request: granted, contains: async () => false },
    scripting: { executeScript: async () => Promise.reject(new Error("Cannot access contents of the page")) },
  },
}));
const { PowerupPage } = await import("./PowerupPage");
const { PowerupsPage } = await import("./PowerupsPage");

const elsewhere = testDefinition({ name: "Tides", sites: { scope: "site", patterns: ["b.example"] } });
const here = testDefinition({ name: "Explain" });

beforeEach(() => {
  tab.url = "https://a.example/";
  granted.mockClear();
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const AREAS = ["powerups", "extension"] as const;
const showOne = (powerup = testPowerup()) => {
  serve({
    "GET /api/powerups/p1": powerup,
    "GET /api/powerups/price": testPrice,
    "GET /api/powerups/results": { items: [], next_cursor: null },
  });
  const host = { ...memoryHost(), openExternal: vi.fn(async () => undefined) };
  return renderIn(<PowerupPage uid="p1" />, { areas: [...AREAS], host }).then(() => host);
};
const showList = () => {
  serve({
    "GET /api/powerups": {
      items: [testPowerup({ definition: here }), testPowerup({ id: "p2", definition: elsewhere })],
    },
  });
  return renderIn(<PowerupsPage />, { areas: [...AREAS] });
};

test("PowerUPs that run on the page come first", async () => {
  await showList();
  const section = within(await screen.findByRole("region", { name: "On this page" }));
  expect(section.getByRole("link", { name: /Explain/ }).getAttribute("href")).toContain("/powerup-ai/p1");
  expect(section.queryByRole("link", { name: /Tides/ })).toBeNull();
  expect(screen.getByRole("link", { name: /Tides/ })).toBeTruthy();
});

test("where the browser hides the page, access can be allowed", async () => {
  tab.url = undefined;
  await showList();
  await userEvent.click(await screen.findByRole("button", { name: "Allow on all sites" }));
  expect(granted).toHaveBeenCalledWith({ origins: ["http://*/*", "https://*/*"] });
});

test("a PowerUP says what it reads, and why it does not run here", async () => {
  await showOne(testPowerup({ definition: { ...elsewhere, reads: "selection" } }));
  expect(await screen.findByText("Reads only what you select")).toBeTruthy();
  expect(await screen.findByText("This PowerUP doesn’t run on this page.")).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Run" }).disabled).toBe(true);
});

test("a page that the extension may not read yet can be allowed", async () => {
  await showOne();
  await userEvent.click(await screen.findByRole("button", { name: "Run" }));
  expect(await screen.findByText("The extension doesn't have access to this page yet.")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Allow on this site" }));
  expect(granted).toHaveBeenCalledWith({ origins: ["https://a.example/*"] });
});

test("a mini app opens in the web app", async () => {
  const host = await showOne(
    testPowerup({ definition: testDefinition({ kind: "mini_app", artifact_id: "a1" }) }),
  );
  await userEvent.click(await screen.findByRole("button", { name: "Open mini app" }));
  expect(host.openExternal).toHaveBeenCalledWith(expect.stringMatching(/\/powerup-ai\/p1$/));
  expect(screen.queryByRole("button", { name: "Run" })).toBeNull();
});
