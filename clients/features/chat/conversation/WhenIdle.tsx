import { type ReactNode, useEffect, useState } from "react";

/** Drawn at the latest then, however busy the page is. */
const AT_LATEST_MS = 1_000;

/**
 * Draws its content when the page has time for it: what is not needed for reading must not cost frames while somebody
 * scrolls past. The place around it has its height already.
 */
export function WhenIdle({ now, children }: { now: boolean; children: ReactNode }) {
  const [ready, setReady] = useState(now || typeof requestIdleCallback === "undefined");
  useEffect(() => {
    if (ready) return;
    const waiting = requestIdleCallback(() => setReady(true), { timeout: AT_LATEST_MS });
    return () => cancelIdleCallback(waiting);
  }, [ready]);
  return ready || now ? children : null;
}
