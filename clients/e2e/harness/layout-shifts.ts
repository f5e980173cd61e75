import type { Page } from "@playwright/test";

/** Movement of what is on a page, as browsers score it: the worst of its bursts, and what moved most in it. */
export interface Shifts {
  score: number;
  moved: string[];
}

/** Counts what moves on a page's documents from the next one on, other than within half a second of a key or press. */
export const watchShifts = (page: Page): ReturnType<Page["addInitScript"]> =>
  page.addInitScript(() => {
    type Entry = PerformanceEntry & {
      value: number;
      hadRecentInput: boolean;
      sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
    };
    const shifts: Entry[] = [];
    const nameOf = (node: Node | null): string => {
      const element = node instanceof Element ? node : node?.parentElement;
      const path: string[] = [];
      for (let at = element; at && path.length < 3; at = at.parentElement)
        path.unshift(`${at.tagName.toLowerCase()}.${at.className.toString().slice(0, 40)}`);
      return `${path.join(" > ")} “${(element?.textContent ?? "").slice(0, 30)}”`;
    };
    const described: string[] = [];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as Entry[]) {
        if (entry.hadRecentInput) continue;
        shifts.push(entry);
        for (const { node, previousRect: from, currentRect: to } of entry.sources)
          described.push(
            `${entry.value.toFixed(4)} ${Math.round(from.x)},${Math.round(from.y)},${Math.round(from.height)} → ${Math.round(to.x)},${Math.round(to.y)},${Math.round(to.height)} ${nameOf(node)}`,
          );
      }
    }).observe({ type: "layout-shift", buffered: true });
    // https://web.dev/articles/cls: bursts with gaps of up to a second, of up to five.
    const worst = () => {
      let best = 0;
      let sum = 0;
      let start = 0;
      let last = Number.NEGATIVE_INFINITY;
      for (const { value, startTime } of shifts) {
        if (startTime - last > 1_000 || startTime - start > 5_000) {
          sum = 0;
          start = startTime;
        }
        sum += value;
        last = startTime;
        best = Math.max(best, sum);
      }
      return best;
    };
    const take = () => {
      const moved = described
        .toSorted((one, other) => Number.parseFloat(other) - Number.parseFloat(one))
        .slice(0, 8);
      const taken = { score: worst(), moved };
      shifts.length = 0;
      described.length = 0;
      return taken;
    };
    Object.assign(window, { takeShifts: take });
  });

/** Returns what has moved since the last call. */
export const takeShifts = (page: Page): Promise<Shifts> =>
  page.evaluate(() => (window as unknown as { takeShifts: () => Shifts }).takeShifts());
