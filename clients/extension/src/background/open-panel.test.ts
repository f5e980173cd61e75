import { expect, test, vi } from "vitest";

let kept: Record<string, unknown> = {};
const told: unknown[] = [];
let opens = true;
vi.mock("wxt/browser", () => ({
  browser: {
    sidePanel: {
      open: async () => {
        if (!opens) throw new Error("no hand has pressed");
      },
    },
    tabs: { get: async (id: number) => ({ windowId: id < 10 ? 1 : 2 }) },
    runtime: { sendMessage: async (message: unknown) => void told.push(message) },
    storage: {
      session: {
        get: async (key: string) => ({ [key]: structuredClone(kept[key]) }),
        set: async (change: object) => {
          kept = { ...kept, ...structuredClone(change) };
        },
      },
    },
  },
}));
const { openPanel, takeErrand } = await import("./open-panel");

test("an errand is done once, by the panel of the window in which it was asked for", async () => {
  await openPanel(3, { kind: "settings" });
  await openPanel(11, { kind: "read page" });
  expect(told).toEqual([
    { name: "background→panel: errand", windowId: 1 },
    { name: "background→panel: errand", windowId: 2 },
  ]);
  expect(await Promise.all([takeErrand(2), takeErrand(2), takeErrand(1)])).toEqual([
    { kind: "read page" },
    null,
    { kind: "settings" },
  ]);
});

test("an errand whose panel did not open is nobody's", async () => {
  opens = false;
  expect(await openPanel(3, { kind: "settings" })).toBe(false);
  expect(await takeErrand(1)).toBeNull();
});
