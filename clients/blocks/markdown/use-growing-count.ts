import { createContext, use, useEffect, useState } from "react";

/** Number of items that are rendered at once. */
const FIRST = 10;
/** Number of items that are added at a time. */
const STEP = 4;

/** True where all of a text is rendered at once: for print, and where a place in it is shown. */
export const WholeText = createContext(false);

/** Returns how many of `count` items to render: some at once, then a few more with each task, so that no task is long. */
export function useGrowingCount(count: number): number {
  const isWhole = use(WholeText);
  const [shown, setShown] = useState(FIRST);
  useEffect(() => {
    if (isWhole || shown >= count) return;
    const next = setTimeout(() => setShown((before) => before + STEP), 0);
    return () => clearTimeout(next);
  }, [isWhole, shown, count]);
  return isWhole ? count : Math.min(shown, count);
}
