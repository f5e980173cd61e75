import type { ResultsPageLayout, SearchPlace } from "@ensemble/contract/wire";
import { findOne } from "./results";

/** Minimum width for a readable answer. */
const WIDTH_MIN_PX = 240;
/** Minimum width for results and assistant side by side. */
const BOTH_MIN_PX = 900;
/** Wait for engines that render their page after loading. */
const WAIT_MS = 4_000;

type Put = (host: HTMLElement) => void;

/**
 * Returns a function that inserts an element beside the results: at the first listed place that exists and is
 * wide enough.
 */
export function findPlace(page: Document, { places }: ResultsPageLayout): Put | null {
  for (const { selector, at } of places) {
    const element = findOne(page, selector);
    const room = isInside(at) ? element : element?.parentElement;
    if (!element || !room?.checkVisibility()) continue;
    const { left, width } = room.getBoundingClientRect();
    const isSeen = left >= 0 && left + WIDTH_MIN_PX <= innerWidth;
    if (!isSeen || width < (at === "end" ? BOTH_MIN_PX : WIDTH_MIN_PX)) continue;
    return (host) => {
      // A page that re-renders has replaced the element by now.
      const now = element.isConnected ? element : (findOne(page, selector) ?? page.body);
      now[WHERE[at]](host);
    };
  }
  return null;
}

const WHERE = { before: "before", start: "prepend", end: "append", after: "after" } as const;
const isInside = (at: SearchPlace["at"]) => at === "start" || at === "end";

/** Waits for a place to appear. Null: there is none, and the assistant floats. */
export function awaitPlace(
  page: Document,
  engine: ResultsPageLayout,
  signal: AbortSignal,
): Promise<Put | null> {
  const found = findPlace(page, engine);
  if (found) return Promise.resolve(found);
  return new Promise((resolve) => {
    const end = (place: Put | null) => {
      watch.disconnect();
      clearTimeout(timer);
      signal.removeEventListener("abort", give);
      resolve(place);
    };
    const give = () => end(null);
    const watch = new MutationObserver(() => {
      const place = findPlace(page, engine);
      if (place) end(place);
    });
    watch.observe(page, { childList: true, subtree: true });
    const timer = setTimeout(give, WAIT_MS);
    signal.addEventListener("abort", give, { once: true });
  });
}
