import type { Page } from "@playwright/test";

/** Writes down what is put on the app's icon, newest last. To be called before the page is opened. */
export async function watchBadge(page: Page): Promise<() => Promise<number[]>> {
  await page.addInitScript(() => {
    const world = globalThis as never as { badge: number[] };
    world.badge = [];
    Object.defineProperty(navigator, "setAppBadge", {
      configurable: true,
      value: async (count: number) => void world.badge.push(count),
    });
    Object.defineProperty(navigator, "clearAppBadge", {
      configurable: true,
      value: async () => void world.badge.push(0),
    });
  });
  return () => page.evaluate(() => (globalThis as never as { badge: number[] }).badge);
}
