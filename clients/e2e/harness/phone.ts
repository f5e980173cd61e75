import type { Page } from "@playwright/test";

/** Records the numbers on the app's icon, newest last. Call it before the page opens. */
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

/** Simulates a screen with a notch, a home indicator and round corners, in pixels. */
export async function roundOff(
  page: Page,
  insets: { top: number; bottom: number; left: number; right: number },
): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setSafeAreaInsetsOverride", { insets });
}

/**
 * Simulates Safari's keyboard of this height, which covers the page and shrinks only the visual viewport; 0:
 * none.
 */
export async function layKeyboard(page: Page, height: number): Promise<void> {
  await page.evaluate((taken) => {
    const view = window.visualViewport as VisualViewport;
    Object.defineProperty(view, "height", { configurable: true, value: innerHeight - taken });
    view.dispatchEvent(new Event("resize"));
  }, height);
}

/**
 * Returns the content that is hidden under the notch, the home indicator or the round corners and cannot be
 * scrolled out.
 */
export function hiddenBehindEdges(
  page: Page,
  insets: { top: number; bottom: number; left: number; right: number },
): Promise<string[]> {
  return page.evaluate(({ top, bottom, left, right }) => {
    const scrolls = (element: Element): boolean => {
      for (let at = element.parentElement; at; at = at.parentElement)
        if (
          ["overflowX", "overflowY"].some((way) =>
            /auto|scroll/.test(getComputedStyle(at)[way as "overflowX"]),
          ) &&
          (at.scrollHeight > at.clientHeight || at.scrollWidth > at.clientWidth)
        )
          return true;
      return false;
    };
    // Its end can be scrolled up, but its start cannot be scrolled down.
    const pageScrolls = document.documentElement.scrollHeight > innerHeight;
    return [
      ...document.querySelectorAll<HTMLElement>("button, a[href], input, textarea, h1, h2, [role=switch]"),
    ]
      .filter((one) => one.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
      .filter(
        (one) => !one.closest(".sr-only, [inert], [data-base-ui-inert], [aria-hidden=true]") && !scrolls(one),
      )
      .flatMap((one) => {
        const box = one.getBoundingClientRect();
        if (box.width < 2 || box.height < 2) return [];
        const hidden =
          box.top < top - 1 ||
          box.left < left - 1 ||
          (!pageScrolls && box.bottom > innerHeight - bottom + 1) ||
          box.right > innerWidth - right + 1;
        const { x, y, width, height } = box;
        return hidden
          ? [
              `${one.tagName} “${one.ariaLabel ?? one.textContent?.slice(0, 40)}” at ${[x, y, width, height].map(Math.round)}`,
            ]
          : [];
      });
  }, insets);
}
